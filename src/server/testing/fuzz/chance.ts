/** Repeatable random choices: the same seed gives the same requests. */

export type Chance = {
  /** At least 0 and less than 1. */
  next(): number
  whole(below: number): number
  oneOf<Value>(values: readonly Value[]): Value
  /** True in this share of the cases. */
  in(share: number): boolean
}

/** The generator Mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (below: number) => Math.floor(next() * below)
  return {
    next,
    whole,
    in: (share) => next() < share,
    oneOf<Value>(values: readonly Value[]): Value {
      const value = values[whole(values.length)]
      if (value === undefined) throw new Error('No values to choose from')
      return value
    },
  }
}
