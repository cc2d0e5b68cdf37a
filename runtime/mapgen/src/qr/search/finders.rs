//! Counts what looks like a finder pattern of a QR code, to say how many of
//! the three are there: dark, light and dark in the widths 1:1:3:1:1, along a
//! row and along the column through its middle.

/// How many places look like finder patterns, one above the other counted
/// once; `dark` is row by row.
pub(super) fn count(width: usize, dark: &[bool]) -> usize {
    let height = dark.len() / width;
    let mut found: Vec<(usize, usize, usize)> = Vec::new();
    for (y, row) in dark.chunks(width).enumerate() {
        for (x, module) in middles(row.iter().copied()) {
            let reach = module * 6;
            let (top, bottom) = (y.saturating_sub(reach), (y + reach).min(height));
            let column = (top..bottom).map(|y| dark[y * width + x]);
            let is_there = middles(column).into_iter().any(|(middle, tall)| {
                (top + middle).abs_diff(y) <= module && tall * 2 >= module && tall <= module * 2
            });
            let is_near = |&(left, up, _): &(usize, usize, usize)| {
                left.abs_diff(x) <= module * 4 && up.abs_diff(y) <= module * 4
            };
            if is_there && !found.iter().any(is_near) {
                found.push((x, y, module));
            }
        }
    }
    found.len()
}

/// The middles of runs in the widths of a finder pattern, and the width of
/// their modules, at least one.
fn middles(line: impl Iterator<Item = bool>) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    // The five runs before `at`, the last one first.
    let mut runs = [0; 5];
    let mut last = false;
    for (at, is_dark) in line.chain([false]).enumerate() {
        if is_dark == last {
            runs[0] += 1;
            continue;
        }
        let all: usize = runs.iter().sum();
        let module = all.div_ceil(7);
        let fits = |run: usize, modules: usize| {
            // Half a module more or less, in sevenths of all.
            (run * 14).abs_diff(all * modules * 2) <= all
        };
        let widths = [1, 1, 3, 1, 1];
        if last
            && all >= 7
            && runs
                .iter()
                .zip(widths)
                .all(|(&run, modules)| fits(run, modules))
        {
            found.push((at - all / 2 - 1, module));
        }
        runs.rotate_right(1);
        runs[0] = 1;
        last = is_dark;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_squares_are_counted_once() {
        let check = |lines: &str, expected: usize| {
            let dark: Vec<bool> = lines
                .split_whitespace()
                .flat_map(str::bytes)
                .map(|byte| byte == b'#')
                .collect();
            let width = lines.split_whitespace().next().map_or(0, str::len);
            assert_eq!(count(width, &dark), expected, "{lines}");
        };
        let finder = "####### #.....# #.###.# #.###.# #.###.# #.....# #######";
        check(finder, 1);
        let doubled: Vec<String> = finder
            .split(' ')
            .map(|row| format!("..{row}..{row}."))
            .collect();
        check(&doubled.join(" "), 2);
        check("####### ####### #.###.# #.###.# #.###.# ####### #######", 0);
        check("#.###.# ....... ....... .......", 0);
    }
}
