//! Searches for short loops of memory accesses that take much longer than their price: the pass
//! cannot know the address of an access, and a check would tax them all.

use std::fmt;
use std::time::Duration;

use botyard_host::module::{ModuleLoader, StandaloneRun};
use fastrand::Rng;

/// How many loops are tried that have nothing to do with each other, and how many variants of the
/// dearest of them.
const TRIES: usize = 60;
const VARIANTS: usize = 100;
/// How often each is measured: the quickest time counts, because others were disturbed.
const REPEATS: usize = 4;
/// The steps of a loop.
const STEPS: u32 = 400_000;
/// The loop is within this part of the memory, which is filled before: the system's first access to
/// each page is not a part of the loop.
const MASK: u32 = (32 << 20) - 1;
const FILLED: u32 = 34 << 20;

/// How an access moves data.
const ACCESSES: [&str; 7] = [
    "(i64.store offset=OFFSET (local.get $at) (local.get $value))",
    "(i32.store8 offset=OFFSET (local.get $at) (i32.wrap_i64 (local.get $value)))",
    "(v128.store offset=OFFSET (local.get $at) (i64x2.splat (local.get $value)))",
    "(local.set $value (i64.load offset=OFFSET (local.get $at)))",
    "(local.set $value (i64.load32_u offset=OFFSET (local.get $at)))",
    "(local.set $value (i64x2.extract_lane 1 (v128.load offset=OFFSET (local.get $at))))",
    // The next address depends on what was read.
    "(local.set $at (i32.and (i32.add (local.get $at) (i32.wrap_i64 (local.get $value))) (i32.const MASK)))",
];
/// Places that begin a page, cross the border of two, or of two lines of a cache, and neighbours of
/// these.
const OFFSETS: [u32; 9] = [0, 1, 8, 60, 4_089, 4_092, 4_096, 8_188, 1 << 20];
/// How far a loop moves in each step.
const STRIDES: [u32; 7] = [0, 8, 64, 4_096, 4_160, 69_632, 2_097_152 + 4_096];

/// A loop of some accesses.
#[derive(Clone, PartialEq, Eq)]
struct AccessLoop {
    accesses: Vec<(usize, u32)>,
    stride: u32,
}

impl AccessLoop {
    fn random(random: &mut Rng) -> Self {
        let accesses = (0..random.usize(1..=4)).map(|_| Self::access(random)).collect();
        Self { accesses, stride: pick(random, &STRIDES) }
    }

    fn access(random: &mut Rng) -> (usize, u32) {
        (random.usize(..ACCESSES.len()), pick(random, &OFFSETS))
    }

    /// The same loop with one difference.
    fn variant(&self, random: &mut Rng) -> Self {
        let mut other = self.clone();
        match random.u8(..4) {
            0 => other.stride = pick(random, &STRIDES),
            1 if other.accesses.len() < 6 => {
                other.accesses.insert(random.usize(..=other.accesses.len()), Self::access(random))
            }
            2 if other.accesses.len() > 1 => _ = other.accesses.remove(random.usize(..other.accesses.len())),
            _ => {
                let at = random.usize(..other.accesses.len());
                other.accesses[at] = Self::access(random);
            }
        }
        other
    }

    fn module(&self, steps: u32) -> String {
        let access = |&(access, offset): &(usize, u32)| {
            ACCESSES[access].replace("OFFSET", &offset.to_string()).replace("MASK", &MASK.to_string())
        };
        let body: String = self.accesses.iter().map(access).collect();
        let stride = self.stride;
        format!(
            r#"(module (memory (export "memory") 1024) (func (export "_start")
                (local $at i32) (local $value i64) (local $left i32)
                (memory.fill (i32.const 0) (i32.const 1) (i32.const {FILLED}))
                (local.set $left (i32.const {steps}))
                (loop $next {body}
                    (local.set $at (i32.and (i32.add (local.get $at) (i32.const {stride})) (i32.const {MASK})))
                    (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))))"#
        )
    }

    /// How much processor time a unit of its virtual time takes.
    fn measure(&self, loader: &ModuleLoader) -> f64 {
        let [(least, before), (all, after)] = [1, 1 + STEPS].map(|steps| run(loader, &self.module(steps)));
        all.saturating_sub(least).as_secs_f64() / (after - before).as_secs_f64()
    }
}

/// The processor time and the virtual time of a module.
fn run(loader: &ModuleLoader, text: &str) -> (Duration, Duration) {
    let loaded = loader.load(&wat::parse_str(text).expect("the text is a module")).expect("it may run");
    let alone = StandaloneRun { limit: Duration::from_secs(60), ..StandaloneRun::default() };
    let run = |_| {
        let start = worked();
        let result = alone.run(&loaded).expect("it runs");
        (worked().saturating_sub(start), result.spent)
    };
    (0..REPEATS).map(run).min().expect("it is repeated")
}

/// How long this thread, which runs the module, has worked, so that other programs change little.
#[cfg(target_os = "linux")]
fn worked() -> Duration {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    clock.now().expect("Linux has a clock for each thread").into()
}

/// The time on the clock.
#[cfg(not(target_os = "linux"))]
fn worked() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// The accesses with their offsets, and the stride.
impl fmt::Display for AccessLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (access, offset) in &self.accesses {
            let name = ACCESSES[*access].split(['(', ' ']).find(|word| word.contains("load") || word.contains("store"));
            match name {
                Some(name) => write!(f, "{name}+{offset} ")?,
                None => f.write_str("jump ")?,
            }
        }
        write!(f, "every {}", self.stride)
    }
}

fn pick(random: &mut Rng, of: &[u32]) -> u32 {
    of[random.usize(..of.len())]
}

/// Prints the dearest loops that a search finds, each dearer than the one before.
pub fn search(loader: &ModuleLoader) {
    let mut random = Rng::with_seed(1);
    let mut dearest = (0.0, AccessLoop::random(&mut random));
    for number in 0..TRIES + VARIANTS {
        let tried = if number < TRIES { AccessLoop::random(&mut random) } else { dearest.1.variant(&mut random) };
        let ratio = tried.measure(loader);
        if ratio > dearest.0 {
            println!("{ratio:6.1} times its price: {tried}");
            dearest = (ratio, tried);
        }
    }
}
