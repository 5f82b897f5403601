/**
 * How much a random history tries. `npm test` takes few steps with a fixed seed. `npm run test:long` takes many (LONG=1)
 * with a new seed (SEED), which it prints: the same SEED repeats a run.
 */
export function shortOrLong(short: number, long: number): number {
  return process.env.LONG === '1' ? long : short
}

export function readSeed(fixed: number): number {
  return Number(process.env.SEED ?? fixed)
}
