//! A module's imports, bound to the sandbox. Only passes arguments, memory and counter; decides
//! nothing.

use std::future::poll_fn;
use std::task::Poll;

use botyard_driver::RunPause;
use botyard_sandbox::meter::{PROBE, REFILL};
use botyard_sandbox::wasi::{CALLS, Call, MODULE, Param, Signature};
use botyard_sandbox::{Flow, Process, Refill};
use wasmtime::{Caller, Engine, FuncType, Linker, Result, Val, ValType};

use super::fiber_cell::with_cell;
use super::run::ExitError;
use super::store_data::StoreData;

/// All that a module may import.
pub(super) fn linker(engine: &Engine) -> Result<Linker<StoreData>> {
    let mut linker = Linker::new(engine);
    linker.func_wrap_async(REFILL.0, REFILL.1, |caller, (): ()| Box::new(refill(caller)))?;
    linker.func_wrap(PROBE.0, PROBE.1, probe)?;
    for signature in CALLS {
        match signature.call {
            // These two calls may have to wait for input.
            call @ (Call::FdRead | Call::PollOneoff) => {
                linker.func_wrap_async(MODULE, signature.name, move |caller, args: (i32, i32, i32, i32)| {
                    Box::new(call_that_may_wait(caller, call, [args.0, args.1, args.2, args.3].map(unsigned)))
                })?;
            }
            // Also called in every turn, so it avoids the slower dynamically typed path.
            call @ Call::FdWrite => {
                linker.func_wrap(MODULE, signature.name, move |mut caller: Caller<'_, StoreData>, a, b, c, d| {
                    call_without_waiting(&mut caller, call, &[a, b, c, d].map(unsigned))
                })?;
            }
            _ => link_other_call(&mut linker, signature)?,
        }
    }
    Ok(linker)
}

fn link_other_call(linker: &mut Linker<StoreData>, signature: &'static Signature) -> Result<()> {
    let params = signature.params.iter().map(|param| match param {
        Param::I32 => ValType::I32,
        Param::I64 => ValType::I64,
    });
    let results = signature.returns_errno.then_some(ValType::I32);
    let ty = FuncType::new(linker.engine(), params, results);
    linker.func_new(MODULE, signature.name, ty, move |mut caller, params, results| {
        let mut args = [0; 9];
        let count = params.len();
        args.iter_mut().zip(params).for_each(|(arg, param)| *arg = number(param));
        let errno = call_without_waiting(&mut caller, signature.call, &args[..count])?;
        results.iter_mut().for_each(|result| *result = Val::I32(errno));
        Ok(())
    })?;
    Ok(())
}

/// An `i32` as the sandbox expects it.
fn unsigned(value: i32) -> u64 {
    u64::from(value.cast_unsigned())
}

fn number(value: &Val) -> u64 {
    match *value {
        Val::I32(value) => unsigned(value),
        Val::I64(value) => value.cast_unsigned(),
        _ => 0,
    }
}

/// Makes a call that never waits.
fn call_without_waiting(caller: &mut Caller<'_, StoreData>, call: Call, args: &[u64]) -> Result<i32> {
    let counter = read_counter(caller);
    match try_call(caller, counter, call, args)? {
        Some(errno) => Ok(errno),
        None => Err(wasmtime::Error::msg("a call waits that never should")),
    }
}

/// Makes a call that may have to wait for input.
async fn call_that_may_wait(mut caller: Caller<'_, StoreData>, call: Call, args: [u64; 4]) -> Result<i32> {
    // The counter does not change while the call waits.
    let counter = read_counter(&mut caller);
    loop {
        if let Some(errno) = try_call(&mut caller, counter, call, &args)? {
            return Ok(errno);
        }
        suspend().await;
    }
}

/// The budget's counter as the module has left it.
fn read_counter(caller: &mut Caller<'_, StoreData>) -> i64 {
    let (_, global) = caller.data().exports();
    global.get(caller).unwrap_i64()
}

/// Tries a call once: its error number, or `None` if it has to wait.
fn try_call(caller: &mut Caller<'_, StoreData>, counter: i64, call: Call, args: &[u64]) -> Result<Option<i32>> {
    let (memory, global) = caller.data().exports();
    let mut bytes = memory.data_mut(&mut *caller);
    let (flow, counter) = with_cell(|cell| {
        cell.spent = cell.meter.spent(counter);
        let counted = cell.counted_time();
        let printed = |process: &Process| (process.stdout.bytes().len(), process.stdout.stamp());
        let before = cell.recorder.is_some().then(|| printed(&cell.process));
        let flow = cell.process.call(call, args, counted, &mut bytes);
        let has_printed = before.is_some_and(|before| before != printed(&cell.process));
        let counter = match flow {
            Flow::Return { cost, .. } => cell.meter.charge(counter, cost),
            Flow::Wait | Flow::Poll | Flow::Exit(_) | Flow::Flooded => counter,
        };
        match flow {
            Flow::Wait => cell.pause = Some(RunPause::Blocked),
            Flow::Poll => cell.pause = Some(RunPause::Polling),
            Flow::Return { .. } | Flow::Exit(_) | Flow::Flooded => {}
        }
        match &mut cell.recorder {
            Some(recorder) if has_printed => recorder.note_output(cell.meter.work(counter)),
            _ => cell.note_work(counter),
        }
        (flow, counter)
    });
    match flow {
        Flow::Return { errno, .. } => {
            global.set(caller, Val::I64(counter))?;
            Ok(Some(i32::from(errno)))
        }
        Flow::Wait | Flow::Poll => Ok(None),
        Flow::Exit(status) => Err(ExitError::Exit(status).into()),
        Flow::Flooded => Err(ExitError::Flooded.into()),
    }
}

/// The module has used up its slice. It continues with the next slice after the match loop has had
/// its turn; at its limit it continues only when the limit is raised.
async fn refill(mut caller: Caller<'_, StoreData>) -> Result<()> {
    let counter = read_counter(&mut caller);
    loop {
        let slice = with_cell(|cell| cell.refill(counter));
        suspend().await;
        if let Refill::Granted(slice) = slice {
            let (_, global) = caller.data().exports();
            return global.set(&mut caller, Val::I64(slice));
        }
    }
}

/// The run is at a place that its recording form tells.
fn probe(mut caller: Caller<'_, StoreData>, place: i32, counter: i64) {
    let (memory, _) = caller.data().exports();
    let bytes = memory.data_mut(&mut caller);
    with_cell(|cell| {
        if let Some(recorder) = &mut cell.recorder {
            recorder.probe(place, cell.meter.work(counter), &bytes);
        }
    });
}

/// Returns control to the caller that polls the run, once.
async fn suspend() {
    let mut asked = false;
    poll_fn(|_| if std::mem::replace(&mut asked, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}
