//! Map generators: one seed gives one map, bit for bit, on every platform and
//! in every later version.
//!
//! [`generate`] takes a generator's name and a [`Request`] and gives a [`Map`];
//! [`trace()`] gives the steps too; [`GENERATORS`] lists what there is. A
//! [`Chain`] puts repairs and placements behind it, which [`PASSES`] lists.
//!
//! ```
//! use mapgen::{Request, generate};
//!
//! let request = Request::new(7).sized(64, 48).with("depth", 4);
//! let map = generate("bsp", &request)?;
//! assert_eq!(map.metrics().parts, 1);
//! let error = generate("bsp", &request.with("depth", 40)).unwrap_err();
//! assert_eq!(error.to_string(), "bsp: depth must be 0 to 12, got 40");
//! # Ok::<(), mapgen::GenError>(())
//! ```

pub mod bsp;
pub mod caves;
mod cell;
mod chain;
pub mod digger;
pub mod dla;
mod draw;
pub mod drunkard;
mod ends;
mod error;
pub mod field;
mod gait;
pub mod grid;
mod ground;
pub mod lattice;
mod line;
pub mod lsystem;
mod map;
pub mod maze;
mod metrics;
pub mod noise;
pub mod parameter;
mod pass;
mod path;
pub mod prefabs;
pub mod qr;
mod queue;
pub mod ray;
mod recipe;
pub mod recorder;
mod registry;
pub mod rooms;
pub mod run;
mod shape;
pub mod sight;
pub mod subdivide;
pub mod terrain;
mod trace;
pub mod uniform;
mod union_find;
pub mod voronoi;
pub mod wfc;

pub use cell::Cell;
pub use chain::Chain;
pub use error::GenError;
pub use field::Field;
pub use gait::Gait;
pub use grid::{Grid, GridError, Neighbors, View};
pub use map::{Corridor, Corridors, Lock, Map, Room, RoomKind, Structure, Thing};
pub use metrics::Metrics;
pub use path::Paths;
pub use ray::{Fan, Heading, Ray, Reach, Spot, Sweep};
pub use recipe::{Recipe, Request};
pub use registry::{GENERATORS, Generator, PASSES, generate, trace};
pub use shape::{Direction, Point, Rect};
pub use sight::Sight;
pub use trace::{Step, Tape, Trace};
pub use union_find::UnionFind;
