//! Tile sets to choose from: squares of glyphs, a number before each that is its
//! weight. Every set has a tile of walls alone, which fits where others do not.

/// Their names.
pub(super) const NAMES: &[&str] = &["pipes", "rooms", "castle"];

/// The tile set with this name, as `wfc_tiled` takes it.
pub fn tiles(name: &str) -> Option<&'static str> {
    NAMES.contains(&name).then(|| text(name))
}

pub(super) fn text(name: &str) -> &'static str {
    match name {
        "rooms" => ROOMS,
        "castle" => CASTLE,
        _ => PIPES,
    }
}

/// Corridors that bend, branch and end.
const PIPES: &str = "
2
###
###
###
6
#,#
#,#
#,#
6
###
,,#
#,#
4
#,#
,,#
#,#
1
#,#
,,,
#,#
1
###
#,,
###
";

/// Rooms of any size in steps of four cells, and corridors to their doors.
const ROOMS: &str = "
2
#####
#####
#####
#####
#####
8
##,##
##,##
##,##
##,##
##,##
8
#####
#####
##,,,
##,##
##,##
6
#####
#####
,,,,,
##,##
##,##
1
##,##
##,##
,,,,,
##,##
##,##
8
##,##
##,##
##,##
##,##
##+##
2
##+##
#...#
#...#
#...#
#####
4
##+##
#...#
#...#
#...#
##+##
6
#####
#....
#....
#....
#....
6
##+##
#....
#....
#....
#....
3
#####
.....
.....
.....
.....
3
##+##
.....
.....
.....
.....
1
.....
.....
.....
.....
.....
";

/// Halls with pillars and courts with trees and ponds, wall to wall.
const CASTLE: &str = r#"
1
#####
#####
#####
#####
#####
2
##+##
#,,,#
#,,,#
#,,,#
##+##
2
#####
#,,,#
#,,,#
#,,,#
##+##
8
#####
#....
#....
#....
#....
8
##+##
#....
#....
#....
#....
4
#####
.....
.....
.....
.....
8
##+##
.....
.....
.....
.....
2
.....
.....
..o..
.....
.....
8
#####
#""""
#""""
#""""
#""""
8
##+##
#""""
#""""
#""""
#""""
4
#####
"""""
"""""
"""""
"""""
4
##+##
"""""
"""""
"""""
"""""
3
"""""
"""""
"""""
"""""
"""""
2
"""""
""t""
"tt""
"""t"
"""""
1
"""""
"~~~"
"~~~"
"~~~"
"""""
"#;
