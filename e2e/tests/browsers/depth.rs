//! How deep calls go: every browser reaches the sandbox's limit, whatever the frames consist of; so
//! no browser's own stack is ever too small.

use crate::worker::{INTERPRETER, WORKER, Worker};
use anyhow::{Result, bail, ensure};
use botyard_e2e::{Browser, in_each_browser};
use serde_json::Value;

const TOO_DEEP: &str = "its calls went too deep";
/// The limit for all frames, in bytes; `sandbox/src/instrument/frames.rs` has it and the size of a
/// frame.
const STACK: u32 = 512 << 10;
const BASE: u32 = 64;
const VALUE: u32 = 16;

/// A function that calls itself, and how many values its frame has.
struct Shape {
    name: &'static str,
    /// Parameters behind the first, which counts down.
    parameters: String,
    locals: String,
    /// Values that are live while it calls itself, and how they are used after the call.
    before: String,
    arguments: String,
    after: String,
    values: u32,
    vectors: bool,
}

fn shape(name: &'static str, values: u32) -> Shape {
    let empty = String::new;
    let (parameters, locals, before, arguments, after) = (empty(), empty(), empty(), empty(), empty());
    Shape { name, parameters, locals, before, arguments, after, values, vectors: false }
}

fn shapes() -> Vec<Shape> {
    let many = |word: &str, times: u32| format!("{word} ").repeat(times as usize);
    let locals = |name, ty, count| Shape { locals: format!("(local {})", many(ty, count)), ..shape(name, count) };
    // Locals that live across the call: each is set from the parameter and used behind it.
    let live = |count: u32| {
        let set = |at| format!("(local.set {at} (i64.extend_i32_u (i32.add (local.get 0) (i32.const {at})))) ");
        let used = |at| format!("(drop (i32.wrap_i64 (local.get {at}))) ");
        Shape {
            before: (1..=count).map(set).collect(),
            after: (1..=count).map(used).collect(),
            ..locals("live locals", "i64", count)
        }
    };
    vec![
        shape("nothing", 0),
        locals("a local", "i32", 1),
        locals("eight locals", "i64", 8),
        locals("a thousand locals", "i64", 1_000),
        locals("ten thousand locals", "i64", 10_000),
        live(8),
        live(200),
        Shape { vectors: true, ..locals("vectors", "v128", 100) },
        Shape {
            before: many("(f64.convert_i32_u (local.get 0))", 300),
            after: many("(drop)", 300),
            ..shape("operands", 300)
        },
        Shape {
            parameters: format!("(param {})", many("i64", 100)),
            arguments: many("(i64.extend_i32_u (local.get 0))", 100),
            ..shape("parameters", 200)
        },
    ]
}

impl Shape {
    /// The module's text; its calls go this deep.
    fn text(&self, depth: u32) -> String {
        let Shape { parameters, locals, before, arguments, after, .. } = self;
        // The first argument is below the others.
        let zeros = "(i64.const 0) ".repeat(if parameters.is_empty() { 0 } else { 100 });
        format!(
            r#"(module
            (memory (export "memory") 1)
            (func $down (param i32) {parameters} {locals}
                (if (i32.eqz (local.get 0)) (then (return)))
                {before} (i32.sub (local.get 0) (i32.const 1)) {arguments} (call $down) {after})
            (func (export "_start") (i32.const {depth}) {zeros} (call $down)))"#
        )
    }

    /// About how deep it may go: a few operands more or less do not matter here.
    fn most(&self) -> u32 {
        let value = if self.vectors { 2 * VALUE } else { VALUE };
        STACK / (BASE + value * (self.values + 1))
    }
}

/// How a module ends whose calls go this deep.
async fn ends(worker: &Worker<'_>, shape: &Shape, depth: u32) -> Result<Value> {
    worker.keep_module("deep", &wat::parse_str(shape.text(depth))?).await?;
    worker.run_wasi_test("deep").await
}

/// The deepest call of each shape.
async fn deepest(worker: &Worker<'_>) -> Result<Vec<(&'static str, u32)>> {
    let mut found = Vec::new();
    for shape in shapes() {
        // Bisects between a depth that fits and one that cannot.
        let (mut fits, mut does_not) = (0, shape.most() + 2);
        ensure!(ends(worker, &shape, does_not).await?["failed"] == TOO_DEEP, "{} has no end", shape.name);
        while does_not - fits > 1 {
            let depth = fits.midpoint(does_not);
            let ended = ends(worker, &shape, depth).await?;
            match ended["exited"] == 0 {
                true => fits = depth,
                false if ended["failed"] == TOO_DEEP => does_not = depth,
                false => bail!("{}: {ended}", shape.name),
            }
        }
        ensure!(fits * 2 >= shape.most(), "{}: {fits} calls fit, not about {}", shape.name, shape.most());
        found.push((shape.name, fits));
    }
    Ok(found)
}

in_each_browser! {
    /// The interpreter does not depend on a browser's own stack, so its depths are the sandbox's.
    #[own_process]
    async fn calls_go_as_deep_as_interpreted(browser: &Browser) -> Result<()> {
        let in_the_browser = deepest(&Worker::start(browser, WORKER).await?).await?;
        assert_eq!(in_the_browser, deepest(&Worker::start(browser, INTERPRETER).await?).await?);
        Ok(())
    }
}
