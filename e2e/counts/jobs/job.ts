import type { Person } from '#e2e/counts/counter.ts'

/** A job of the office. Only the actions of `run` are counted. */
export type Job = {
  name: string
  /** Without it the job starts signed out, at the sign-up. */
  prepare?: (person: Person) => Promise<void>
  run: (person: Person) => Promise<void>
}
