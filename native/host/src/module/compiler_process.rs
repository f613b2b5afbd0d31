//! Checks and compiles modules in a separate process. A module that would keep the compiler busy
//! for ever, or would use up all memory, only costs that process. Knows no match and no run.
//!
//! The process is this program, started with an argument ([`WORD`]), its limit and the form that is
//! wanted: it reads a module and answers with its machine code, or with the reason why it cannot be compiled.

use std::any::Any;
use std::env;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use botyard_sandbox::RecordingForm;

use super::code_cache::CodeCache;
use super::{ModuleError, ModuleLoader};

/// The argument that makes this program a compiler process.
const WORD: &str = "botyard-compiler";
/// How much processor time compiling a module may take. Modules that the sandbox accepts take at
/// most a third of it, so that a slow computer accepts the same modules as others.
const LIMIT: Duration = Duration::from_secs(180);
/// The time limit on the wall clock, for busy processors: a factor of the limit, and a time that is
/// added.
const PATIENCE: (u32, Duration) = (10, Duration::from_secs(10));

/// The first byte of an answer.
const MADE: u8 = 0;
const REFUSED: u8 = 1;
const NOT_COMPILED: u8 = 2;
const BROKEN: u8 = 3;
const TOO_SLOW: u8 = 4;

/// Is told when a module is compiled, and gets its bytes. The result is dropped at the end.
pub type WatchCompilation = fn(&[u8]) -> Option<Box<dyn Any>>;

/// Compiles modules in processes of a program, and keeps the code in a cache if there is one.
#[derive(Debug, Clone)]
pub struct CompilerProcess {
    program: PathBuf,
    limit: Duration,
    cache: Option<CodeCache>,
    watch: Option<WatchCompilation>,
}

impl CompilerProcess {
    /// Compiles in processes of `program`, which must call [`run_compiler_process`] before anything
    /// else.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), limit: LIMIT, cache: None, watch: None }
    }

    /// Sets how much processor time compiling a module may take; 180 s by default. Where a process
    /// cannot measure that (on Windows), it is time on the wall clock.
    #[must_use]
    pub fn with_time_limit(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    /// Sets the cache for compiled code.
    #[must_use]
    pub fn with_cache(self, cache: Option<CodeCache>) -> Self {
        Self { cache, ..self }
    }

    /// Has this called before each module that is compiled: none of those in the cache.
    #[must_use]
    pub fn with_watch(self, watch: WatchCompilation) -> Self {
        Self { watch: Some(watch), ..self }
    }

    /// The machine code of a module with this SHA-256, in this form, for engines with this fingerprint.
    pub(super) fn compile_module(
        &self,
        module: &[u8],
        form: Option<RecordingForm>,
        sha256: &[u8; 32],
        fingerprint: u64,
    ) -> Result<Vec<u8>, ModuleError> {
        let place = self.cache.as_ref().map(|cache| (cache, cache.entry_for(&self.program, sha256, fingerprint)));
        if let Some(code) = place.as_ref().and_then(|(cache, place)| cache.find(place)) {
            return Ok(code);
        }
        let watched = self.watch.and_then(|watch| watch(module));
        let code = self.compile(module, form)?;
        drop(watched);
        if let Some((cache, place)) = place {
            cache.store(&place, &code);
        }
        Ok(code)
    }

    fn compile(&self, module: &[u8], form: Option<RecordingForm>) -> Result<Vec<u8>, ModuleError> {
        let mut child =
            self.start(form).map_err(|why| ModuleError::Engine(format!("cannot start its compiler: {why}")))?;
        let answer = self.exchange(&mut child, module);
        // It may still be working; after its answer it has nothing more to do.
        let _ = child.kill();
        let status = child.wait().map_or_else(|why| why.to_string(), |status| status.to_string());
        match answer {
            Err(()) => Err(ModuleError::TooSlow(self.limit)),
            Ok(answer) if answer == [TOO_SLOW] => Err(ModuleError::TooSlow(self.limit)),
            Ok(answer) => parse_answer(answer).unwrap_or_else(|| {
                Err(ModuleError::Compile(format!(
                    "the compiler ended early ({status}); it may have needed too much memory"
                )))
            }),
        }
    }

    fn start(&self, form: Option<RecordingForm>) -> io::Result<Child> {
        let mut command = Command::new(&self.program);
        command
            .arg(WORD)
            .arg(self.limit.as_millis().to_string())
            .arg(form_word(form))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // Ctrl-C is for the program that waits for the compiler, not for the compiler.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn()
    }

    /// Sends the module and returns the answer; an error if no answer arrives in time.
    fn exchange(&self, child: &mut Child, module: &[u8]) -> Result<Vec<u8>, ()> {
        let (Some(mut stdin), Some(mut stdout)) = (child.stdin.take(), child.stdout.take()) else { return Err(()) };
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut answer = Vec::new();
            let _ = stdout.read_to_end(&mut answer);
            let _ = sender.send(answer);
        });
        thread::scope(|scope| {
            // If the process ends before it has read everything, its answer is empty.
            scope.spawn(move || drop(stdin.write_all(module)));
            let patience = if cfg!(unix) { self.limit * PATIENCE.0 + PATIENCE.1 } else { self.limit };
            let answer = receiver.recv_timeout(patience);
            if answer.is_err() {
                let _ = child.kill();
            }
            answer.map_err(|_: RecvTimeoutError| ())
        })
    }
}

/// The forms in which a module is compiled.
const FORMS: [Option<RecordingForm>; 3] = [None, Some(RecordingForm::Functions), Some(RecordingForm::Dispatch)];

/// The argument for a form.
fn form_word(form: Option<RecordingForm>) -> &'static str {
    match form {
        None => "usual",
        Some(RecordingForm::Functions) => "functions",
        Some(RecordingForm::Dispatch) => "dispatch",
    }
}

/// Parses an answer; `None` if it is invalid.
fn parse_answer(answer: Vec<u8>) -> Option<Result<Vec<u8>, ModuleError>> {
    let (&kind, rest) = answer.split_first()?;
    let words = || String::from_utf8_lossy(rest).into_owned();
    Some(match kind {
        MADE => Ok(rest.to_vec()),
        REFUSED => Err(ModuleError::Refused(words())),
        NOT_COMPILED => Err(ModuleError::Compile(words())),
        BROKEN => Err(ModuleError::Engine(words())),
        _ => return None,
    })
}

/// Acts as the compiler process if this program was started as one. Then it returns the exit
/// status, and the program must do nothing else.
pub fn run_compiler_process() -> Option<ExitCode> {
    let mut words = env::args_os().skip(1);
    if words.next()? != WORD {
        return None;
    }
    let limit = Duration::from_millis(words.next()?.to_str()?.parse().ok()?);
    let word = words.next()?;
    let form = FORMS.into_iter().find(|form| word == form_word(*form))?;
    if words.next().is_some() {
        return None;
    }
    // An error is not printed: the parent notices that the answer is missing.
    Some(if serve(limit, form).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg_attr(not(unix), expect(unused_variables, reason = "only the parent's clock limits it there"))]
fn serve(limit: Duration, form: Option<RecordingForm>) -> io::Result<()> {
    /// Whether an answer has been written.
    static HAS_ANSWERED: Mutex<bool> = Mutex::new(false);
    #[cfg(unix)]
    {
        limit_resources()?;
        thread::spawn(move || give_up_after(limit, &HAS_ANSWERED));
    }
    let mut module = Vec::new();
    io::stdin().read_to_end(&mut module)?;
    let (kind, content) = match ModuleLoader::new().and_then(|loader| loader.compile(&module, form)) {
        Ok(code) => (MADE, code),
        Err(ModuleError::Refused(why)) => (REFUSED, why.into_bytes()),
        Err(ModuleError::Compile(why)) => (NOT_COMPILED, why.into_bytes()),
        Err(why) => (BROKEN, why.to_string().into_bytes()),
    };
    *lock(&HAS_ANSWERED) = true;
    let mut stdout = io::stdout().lock();
    stdout.write_all(&[kind])?;
    stdout.write_all(&content)?;
    stdout.flush()
}

/// When this process has used this much processor time, answers that the module takes too long, and
/// exits.
#[cfg(unix)]
fn give_up_after(limit: Duration, has_answered: &Mutex<bool>) {
    /// The precision of the limit.
    const INTERVAL: Duration = Duration::from_millis(10);
    while processor_time() < limit {
        thread::sleep(INTERVAL.min(limit));
    }
    let has_answered = lock(has_answered);
    if !*has_answered {
        let _ = io::stdout().write_all(&[TOO_SLOW]).and_then(|()| io::stdout().flush());
        std::process::exit(1);
    }
}

/// The processor time that all threads of this process have used.
#[cfg(unix)]
fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only fills in the time.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn lock(has_answered: &Mutex<bool>) -> MutexGuard<'_, bool> {
    has_answered.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Limits memory to 4 GiB, and processor time in case the parent is gone.
#[cfg(unix)]
fn limit_resources() -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = |number| Rlimit { current: Some(number), maximum: Some(number) };
    setrlimit(Resource::Data, most(4 << 30))?;
    setrlimit(Resource::Core, most(0))?;
    setrlimit(Resource::Cpu, most(4 * LIMIT.as_secs()))?;
    Ok(())
}
