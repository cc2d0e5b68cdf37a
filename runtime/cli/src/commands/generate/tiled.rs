//! Maps for Tiled (<https://doc.mapeditor.org/en/stable/reference/json-map-format>):
//! a layer of tiles, one for each kind of cell, and a layer of objects with
//! the rooms and what stands in them.

use mapgen::{Cell, Map, Point};
use serde_json::{Value, json};

use super::picture::TILE;

/// The map; its tile set is the picture with this name, beside it.
pub(super) fn map(map: &Map, tiles: &str) -> Value {
    let grid = &map.grid;
    // 0 is no tile, so numbers begin at 1.
    let data: Vec<u32> = grid
        .cells()
        .iter()
        .map(|&cell| u32::from(cell) + 1)
        .collect();
    let mut objects = Vec::new();
    let mut add = |name: String, kind: Value, place: [u32; 4]| {
        let [x, y, width, height] = place.map(|cells| cells * TILE as u32);
        objects.push(json!({
            "id": objects.len() + 1, "name": name, "type": kind, "visible": true, "rotation": 0,
            "x": x, "y": y, "width": width, "height": height,
        }));
    };
    let cell = |point: Point| [point.x, point.y, 1, 1];
    for room in &map.rooms {
        let rect = room.rect;
        let place = [rect.x, rect.y, rect.w, rect.h];
        add(format!("room {}", room.id), json!(room.kind), place);
    }
    for &door in &map.doors {
        add("door".to_owned(), json!("door"), cell(door));
    }
    for thing in &map.things {
        add(
            thing.kind.name().to_owned(),
            json!(thing.kind),
            cell(thing.point),
        );
    }
    for (name, point) in [("start", map.start), ("exit", map.exit)] {
        if let Some(point) = point {
            add(name.to_owned(), json!(name), cell(point));
        }
    }
    let kinds = Cell::ALL.map(|kind| json!({ "id": kind.byte(), "type": kind.name() }));
    json!({
        "type": "map", "version": "1.10", "tiledversion": "1.10.2",
        "orientation": "orthogonal", "renderorder": "right-down", "infinite": false,
        "width": grid.width(), "height": grid.height(),
        "tilewidth": TILE, "tileheight": TILE,
        "nextlayerid": 3, "nextobjectid": objects.len() + 1,
        "properties": [{ "name": "recipe", "type": "string", "value": map.recipe.to_json().to_string() }],
        "tilesets": [{
            "firstgid": 1, "name": "cells", "image": tiles,
            "imagewidth": TILE * kinds.len(), "imageheight": TILE,
            "tilewidth": TILE, "tileheight": TILE, "tilecount": kinds.len(),
            "columns": kinds.len(), "margin": 0, "spacing": 0, "tiles": kinds,
        }],
        "layers": [
            {
                "id": 1, "name": "cells", "type": "tilelayer", "x": 0, "y": 0,
                "width": grid.width(), "height": grid.height(), "opacity": 1, "visible": true,
                "data": data,
            },
            {
                "id": 2, "name": "rooms", "type": "objectgroup", "x": 0, "y": 0,
                "draworder": "topdown", "opacity": 1, "visible": true, "objects": objects,
            },
        ],
    })
}
