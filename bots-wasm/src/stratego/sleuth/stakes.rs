//! What pieces are worth now, and what an attack may win or lose. Knows no squares.

use super::super::board::Board;
use super::super::odds::expect;
use super::super::rank::{Clash, Rank, clash};
use super::suspicion::Suspect;

const WORTH: [f32; 12] = [400.0, 300.0, 180.0, 130.0, 90.0, 55.0, 35.0, 70.0, 25.0, 80.0, 50.0, 300.0];
// What it costs that the enemy learns a rank, as a part of its worth; and what it brings to learn one of theirs.
const SECRET: f32 = 0.12;
const NEWS: f32 = 0.2;
// After so many quiet plies a loss hurts half as much.
const PATIENCE: f32 = 40.0;
// The flag is worth the game, but what only might be it is not worth a general; ours is always for certain.
const CERTAINTY: f32 = 3000.0;
const OUR_FLAG: f32 = 1500.0;
const SPY_WITHOUT_PREY: f32 = 20.0;
const LAST_MINERS: f32 = 130.0;

/// What every piece is worth, and what attacks between them come to.
pub struct Stakes {
    /// What each rank of ours is worth to us.
    pub ours: [f32; 12],
    /// What each rank of the enemy's is worth to us, dead.
    pub theirs: [f32; 12],
    /// The enemy's pieces.
    pub suspects: Vec<Suspect>,
    /// For each suspect what an attack by each rank of ours brings, if the enemy knows it.
    pub gains: Vec<[f32; 12]>,
}

impl Stakes {
    /// Weighs all; `quiet` is how many plies ago something fought.
    pub fn of(board: &Board, suspects: Vec<Suspect>, quiet: u32) -> Self {
        let own = Rank::ALL.map(|rank| board.own().filter(|(_, own)| own.rank == rank).count());
        let left = Rank::ALL.map(|rank| usize::from(rank.count() - board.fallen()[rank.index()].min(rank.count())));
        let pain = 1.0 / (1.0 + quiet as f32 / PATIENCE);
        let (mut ours, theirs) = (worth(own, left).map(|worth| pain * worth), worth(left, own));
        ours[Rank::Flag.index()] = OUR_FLAG;
        let gains = suspects.iter().map(|suspect| Rank::ALL.map(|rank| gain(rank, suspect, &ours, &theirs)));
        Self { gains: gains.collect(), ours, theirs, suspects }
    }

    /// What is lost of a piece if this suspect attacks it, for certain, and the chances that it falls to each rank.
    pub fn blow(&self, suspect: usize, victim: Rank) -> (f32, [f32; 12]) {
        let (mut lost, mut killers) = (0.0, [0.0; 12]);
        for (rank, chance) in Rank::ALL.into_iter().zip(self.suspects[suspect].chances) {
            match clash(rank, victim) {
                Clash::Kills if rank.is_mobile() => {
                    lost += chance * self.ours[victim.index()];
                    killers[rank.index()] = chance;
                }
                Clash::BothDie if rank.is_mobile() => {
                    lost += chance * (self.ours[victim.index()] - self.theirs[rank.index()]).max(0.0);
                }
                _ => {}
            }
        }
        (lost, killers)
    }

    /// What it costs to show this rank.
    pub fn secret(&self, rank: Rank) -> f32 {
        SECRET * self.ours[rank.index()]
    }

    /// What an attack on these `killers` brings, as far as they are likely.
    pub fn revenge(&self, avenger: Rank, killers: &[f32; 12]) -> f32 {
        expect(avenger, killers, |clash, rank| balance(clash, self.theirs[rank.index()], self.ours[avenger.index()]))
    }
}

fn worth(army: [usize; 12], enemies: [usize; 12]) -> [f32; 12] {
    let mut worth = WORTH;
    if enemies[Rank::Marshal.index()] == 0 {
        worth[Rank::Spy.index()] = SPY_WITHOUT_PREY;
    }
    if army[Rank::Miner.index()] <= 2 && enemies[Rank::Bomb.index()] > 0 {
        worth[Rank::Miner.index()] = LAST_MINERS;
    }
    worth
}

fn gain(attacker: Rank, suspect: &Suspect, ours: &[f32; 12], theirs: &[f32; 12]) -> f32 {
    let cost = ours[attacker.index()];
    let flag = suspect.chances[Rank::Flag.index()];
    let certainty = CERTAINTY * flag.powi(4);
    certainty
        + expect(attacker, &suspect.chances, |clash, rank| {
            let news = if suspect.known { 0.0 } else { NEWS * theirs[rank.index()] };
            balance(clash, theirs[rank.index()], cost) + if clash == Clash::Dies { news } else { 0.0 }
        })
}

fn balance(clash: Clash, prize: f32, cost: f32) -> f32 {
    match clash {
        Clash::Kills => prize,
        Clash::Dies => -cost,
        Clash::BothDie => prize - cost,
    }
}
