//! Moves bodies under each other's gravity, and tests where a sequence stays bounded.

#[derive(Clone, Copy)]
struct Body {
    place: [f64; 3],
    speed: [f64; 3],
    mass: f64,
}

fn step(bodies: &mut [Body], time: f64) {
    for one in 0..bodies.len() {
        for other in one + 1..bodies.len() {
            let apart: [f64; 3] = std::array::from_fn(|axis| bodies[one].place[axis] - bodies[other].place[axis]);
            let square = apart.iter().map(|way| way * way).sum::<f64>() + 0.01;
            let pull = time / (square * square.sqrt());
            for axis in 0..3 {
                let (a, b) = (bodies[one].mass, bodies[other].mass);
                bodies[one].speed[axis] -= apart[axis] * b * pull;
                bodies[other].speed[axis] += apart[axis] * a * pull;
            }
        }
    }
    for body in bodies {
        for axis in 0..3 {
            body.place[axis] += time * body.speed[axis];
        }
    }
}

fn stays_small(x: f64, y: f64) -> u32 {
    let (mut a, mut b) = (0.0, 0.0);
    for turn in 0..200 {
        let (square_a, square_b) = (a * a, b * b);
        if square_a + square_b > 4.0 {
            return turn;
        }
        (a, b) = (square_a - square_b + x, 2.0 * a * b + y);
    }
    200
}

fn main() {
    let mut bodies: Vec<_> = (0..8)
        .map(|number| {
            let turn = f64::from(number);
            Body { place: [turn.sin() * 5.0, turn.cos() * 5.0, turn], speed: [0.0, 0.1, 0.0], mass: 1.0 + turn / 8.0 }
        })
        .collect();
    (0..200_000).for_each(|_| step(&mut bodies, 0.001));
    let held: u32 = (0..200 * 200)
        .map(|at| stays_small(f64::from(at % 200) / 80.0 - 2.0, f64::from(at / 200) / 100.0 - 1.0))
        .sum();
    let moved = bodies.iter().map(|body| body.place[0]).sum::<f64>();
    std::process::exit(((moved.to_bits() >> 20) as i32 ^ held as i32) & 63 | 1);
}
