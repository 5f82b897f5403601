/** A file that reserves space: it is removed when the disk is full. */
import { randomFillSync } from 'node:crypto'
import { statSync } from 'node:fs'
import { appendFile, rm, truncate } from 'node:fs/promises'
import path from 'node:path'
import { MB } from './limits.ts'

const NAME = 'haulbook.reserve'
const STEP = 8 * MB

export type Reserve = {
  /** The size of the reserve in bytes. */
  held(): number
  /** Adds a step, up to `size`. */
  grow(size: number): Promise<void>
  /** Frees all but `kept` bytes. */
  release(kept: number): Promise<void>
}

/** `folder`: on the disk of the database. */
export function openReserve(folder: string): Reserve {
  const file = path.join(folder, NAME)
  let held = sizeOf(file)

  return {
    held: () => held,

    async grow(size) {
      const step = Math.min(STEP, size - held)
      if (step <= 0) return
      try {
        await appendFile(file, incompressible(step), { mode: 0o600 })
      } catch {
        // The disk filled up meanwhile: remove what was written.
        await truncate(file, held).catch(() => undefined)
      }
      held = sizeOf(file)
    },

    async release(kept) {
      if (held <= kept) return
      if (kept) await truncate(file, kept)
      else await rm(file, { force: true })
      held = kept
    },
  }
}

/** File systems that compress would not keep space for zeros. */
function incompressible(bytes: number): Buffer {
  return randomFillSync(Buffer.allocUnsafe(bytes))
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
