// What `fleet_snapshot.rs` writes as JSON, and what the program sends the panel.

export interface WorkerSnapshot {
  name: string;
  version: string;
  /** Whether its versions are those of this program. */
  is_ours: boolean;
  threads: number;
  system: string;
  allows_executables: boolean;
  missing_restrictions: string[] | null;
  /** Games per second over the last seconds; `null` after its first status. */
  games_per_second: number | null;
  games: number;
  playing: number;
  refused: number;
  last_refusal: string | null;
  trouble: string | null;
  void: number;
}

export interface TournamentSnapshot {
  name: string;
  game: string;
  games: number;
  of: number;
  sent: number;
  audited: number;
  left_out: string[];
}

export interface FleetSnapshot {
  server: string;
  connected: boolean;
  workers: WorkerSnapshot[];
  tournaments: TournamentSnapshot[];
  /** Batches that are not answered; `null` if that is not known. */
  batches: number | null;
  /** Answers that no submitter has stored; `null` if that is not known. */
  answers: number | null;
}

/** A message of the program: the fleet, and why it is not seen, if it is not. */
export interface PanelState {
  fleet: FleetSnapshot;
  trouble: string | null;
}
