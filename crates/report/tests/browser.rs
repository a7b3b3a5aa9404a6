//! The page in a real browser: what it shows in light and dark, on a desk and on a phone, and what its script does.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;
#[path = "common/learn.rs"]
mod learn;

use common::{check, small};
use report::page::{Index, IndexEntry, Page, Plot, index, learn_page, page};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use suite::Suite;
use tempfile::TempDir;

/// Colours of the style sheet, in light and in dark.
const KILLED: [[u8; 3]; 2] = [[0x2b, 0x6c, 0xb0], [0x5a, 0x9b, 0xe0]];
const KO: [[u8; 3]; 2] = [[0xc8, 0x40, 0x1a], [0xf0, 0x73, 0x4a]];
const PAPER: [[u8; 3]; 2] = [[0xfb, 0xfb, 0xf9], [0x14, 0x17, 0x1b]];

/// A page in a folder of its own, with a browser to look at it.
struct Viewer {
    folder: TempDir,
}

impl Viewer {
    fn new(html: &str) -> Viewer {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("page.html"), html).unwrap();
        Viewer { folder }
    }

    /// With a script of the test at its end.
    fn with_script(html: &str, script: &str) -> Viewer {
        Viewer::new(&html.replace("</body>", &format!("<script>{script}</script></body>")))
    }

    fn run(&self, options: &[&str], hash: &str) -> Vec<u8> {
        let profile = tempfile::tempdir().unwrap();
        let quiet = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
         --disable-background-networking \
                     --disable-component-update --disable-sync --hide-scrollbars";
        let output = Command::new("chromium")
            .args(quiet.split_whitespace())
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .args(options)
            .arg(format!(
                "file://{}{hash}",
                self.folder.path().join("page.html").display()
            ))
            .output()
            .expect("chromium runs; scripts/setup.sh installs it");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    /// The document after its scripts have run.
    fn document(&self, width: u32, hash: &str) -> String {
        let size = format!("--window-size={width},800");
        String::from_utf8(self.run(&["--dump-dom", &size], hash)).unwrap()
    }

    fn screenshot(&self, width: u32, height: u32, dark: bool) -> Picture {
        let file: PathBuf = self.folder.path().join("shot.png");
        let (size, shot) = (
            format!("--window-size={width},{height}"),
            format!("--screenshot={}", file.display()),
        );
        // 0 is dark, 1 is light.
        let scheme = format!("--blink-settings=preferredColorScheme={}", u8::from(!dark));
        self.run(&[&size, &shot, &scheme], "");
        Picture::read(&file)
    }
}

struct Picture {
    width: u32,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn read(file: &Path) -> Picture {
        let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(file).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let pixels = bytes[..info.buffer_size()].chunks_exact(info.color_type.samples());
        Picture {
            width: info.width,
            pixels: pixels.map(|p| [p[0], p[1], p[2]]).collect(),
        }
    }

    fn count(&self, colour: [u8; 3]) -> usize {
        self.pixels.iter().filter(|pixel| **pixel == colour).count()
    }
}

fn line() -> Plot {
    let xs: Vec<f64> = (0..=100).map(|n| -1.0 + 0.05 * f64::from(n)).collect();
    Plot::Line {
        ys: xs.iter().map(|x| x * x + 1.0).collect(),
        xs,
    }
}

fn surface() -> Plot {
    let xs: Vec<f64> = (0..=30).map(f64::from).collect();
    let zs = xs
        .iter()
        .flat_map(|y| xs.iter().map(move |x| if x > y { f64::NAN } else { x * y }));
    Plot::Surface {
        zs: zs.collect(),
        ys: xs.clone(),
        xs,
    }
}

fn html(suite: &Suite, plot: &Plot) -> String {
    page(&Page {
        suite,
        check: Some(&check(suite)),
        plot: Some(plot),
        index: Some("../report.html"),
    })
}

#[test]
fn the_filter_follows_the_address() {
    let viewer = Viewer::new(&html(&small("square", &["x"]), &line()));
    let rows = |hash: &str| {
        let document = viewer.document(1200, hash);
        let start = document.find("<table class=\"mutants\"").unwrap();
        let table = &document[start..start + document[start..].find("</table>").unwrap()];
        let count = document
            .split("<output>")
            .nth(1)
            .unwrap()
            .split('<')
            .next()
            .unwrap()
            .to_string();
        let visible = |row: &&str| row.contains("<th>") && !row.split('>').next().unwrap().contains("hidden");
        (table.split("<tr class=").filter(visible).count(), count)
    };
    assert_eq!(rows(""), (6, "6 of 6".into()));
    assert_eq!(rows("#operator=binary"), (2, "2 of 6".into()));
    assert_eq!(rows("#operator=add&status=undecided"), (1, "1 of 6".into()));
    assert_eq!(rows("#filter=PROVED%20equal"), (2, "2 of 6".into()));
}

#[test]
fn a_click_on_a_heading_sorts() {
    let script = "var h = document.querySelector('table.mutants th'); h.click(); h.click(); \
                  document.title = document.querySelector('table.mutants tbody th').textContent;";
    let viewer = Viewer::with_script(&html(&small("square", &["x"]), &line()), script);
    assert!(viewer.document(1200, "").contains("<title>constant:1</title>"));
}

#[test]
fn the_download_is_the_traceability_matrix() {
    let suite = small("a name, with \"quotes\" & é", &["x"]);
    let script = "var a = document.querySelector('a[download]'); fetch(a.href).then(r => r.text()).then(t => \
                  document.title = t.split('\\r\\n')[1]);";
    let viewer = Viewer::with_script(&html(&suite, &line()), script);
    let size = ["--dump-dom", "--virtual-time-budget=3000"];
    let document = String::from_utf8(viewer.run(&size, "")).unwrap();
    let wanted = "<title>\"a name, with \"\"quotes\"\" &amp; é\",relative 1e-10,\
     functional,binary,binary:1,killed,disjoint,t1;t2,ko</title>";
    assert!(document.contains(wanted), "{}", &document[..800]);
}

#[test]
fn killed_and_ko_are_seen_in_light_and_dark() {
    let viewer = Viewer::new(&html(&small("square", &["x"]), &line()));
    for dark in [false, true] {
        let picture = viewer.screenshot(1200, 2600, dark);
        let which = usize::from(dark);
        assert!(
            picture.count(PAPER[which]) > picture.pixels.len() / 4,
            "paper, dark: {dark}"
        );
        assert!(picture.count(KILLED[which]) > 2000, "killed, dark: {dark}");
        assert!(picture.count(KO[which]) > 100, "ko, dark: {dark}");
    }
}

#[test]
fn a_map_has_all_its_bands() {
    let picture = Viewer::new(&html(&small("square", &["x", "y"]), &surface())).screenshot(1200, 1900, false);
    for colour in [[0x1b, 0x23, 0x50], [0xf2, 0xe3, 0x94]] {
        assert!(picture.count(colour) > 500, "{colour:?}");
    }
}

#[test]
fn a_violation_is_seen_on_curve_and_map() {
    let guess = [[0xd9, 0x8e, 0x04], [0xe6, 0xa9, 0x3c]];
    for dark in [false, true] {
        let which = usize::from(dark);
        let curve = Viewer::new(&learn_page(&learn::one_input())).screenshot(1200, 2200, dark);
        assert!(curve.count(guess[which]) > 60, "tests of models, dark: {dark}");
        assert!(curve.count(KO[which]) > 300, "violation, dark: {dark}");
        let map = Viewer::new(&learn_page(&learn::two_inputs_violated())).screenshot(1200, 2400, dark);
        for colour in [[0xff, 0x5a, 0x26], [0xff, 0xb3, 0x47]] {
            assert!(map.count(colour) > 60, "{colour:?}, dark: {dark}");
        }
    }
}

/// Tells the width that the document needs, and what sticks out of it.
const MEASURE: &str = "var out = [...document.querySelectorAll('body *')]\
 .filter(e => e.getBoundingClientRect().right > innerWidth \
    && !e.closest('.scroll, nav, pre, svg')).map(e => e.tagName + '.' + e.className); \
    parent.postMessage('needs ' + document.documentElement.scrollWidth + ' of ' + innerWidth \
     + ' ' + out.slice(0, 9), '*');";

/// Browsers make no window as narrow as a phone, but a frame can be.
const FRAME: &str = "<!DOCTYPE html><title>none</title><script>onmessage = e => document.title = e.data</script>\
    <iframe src=\"page.html\" width=\"360\" height=\"800\" style=\"border:0\"></iframe>";

/// The width of a phone, and what the page says about itself there.
fn on_a_phone(html: &str) -> String {
    let viewer = Viewer::with_script(html, MEASURE);
    fs::rename(
        viewer.folder.path().join("page.html"),
        viewer.folder.path().join("inner.html"),
    )
    .unwrap();
    fs::write(
        viewer.folder.path().join("page.html"),
        FRAME.replace("page.html", "inner.html"),
    )
    .unwrap();
    let document = String::from_utf8(viewer.run(&["--dump-dom", "--virtual-time-budget=3000"], "")).unwrap();
    document
        .split("<title>")
        .nth(1)
        .unwrap()
        .split('<')
        .next()
        .unwrap()
        .into()
}

#[test]
fn nothing_is_wider_than_a_phone() {
    let endless = "x".repeat(400);
    let mut suite = small(&endless, &[&endless]);
    suite.mutants[0].id = endless.clone();
    suite.mutants[1].description = format!("`{endless}`");
    suite.tests[0].id = endless.clone();
    let campaign = [IndexEntry {
        address: "report/square.html",
        suite: &suite,
        check: None,
    }];
    let list = index(&Index {
        title: &endless,
        campaign: None,
        entries: &campaign,
    });
    let mut learnt = [learn::one_input(), learn::two_inputs_violated(), learn::ten_inputs()];
    for report in &mut learnt {
        report.contract.name = endless.clone();
        report.contract.inputs[0].name = endless.clone();
        report.contract.outputs[0] = endless.clone();
        report.command = endless.clone();
        report
            .surface
            .iter_mut()
            .for_each(|s| s.outputs[0].name = endless.clone());
    }
    let mut pages = vec![
        html(&suite, &line()),
        html(&small("square", &["x", "y"]), &surface()),
        list,
    ];
    pages.extend(learnt.iter().map(learn_page));
    for (n, html) in pages.iter().enumerate() {
        assert_eq!(on_a_phone(html).trim(), "needs 360 of 360", "page {n}");
    }
}

#[test]
fn a_phone_shows_tiles_and_matrix() {
    let picture = Viewer::new(&html(&small("square", &["x"]), &line())).screenshot(360, 2600, false);
    assert_eq!(picture.width, 360);
    assert!(picture.count(KILLED[0]) > 500 && picture.count(KO[0]) > 50);
}
