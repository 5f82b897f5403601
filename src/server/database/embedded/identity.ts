/** Identifies a file or folder, to distinguish it from a copy. */
import { statSync } from 'node:fs'

/** Its device and inode: a copy has others, a moved file keeps them. Undefined if it is missing or unreadable. */
export function identify(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}
