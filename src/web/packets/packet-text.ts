import { BYTES_PER_MB } from '#core/bytes.ts'
import { pluralize } from '#core/pluralize.ts'

const BYTES_PER_KB = 1_000

/** "7 pages, 1.4 MB". */
export function describeSize({ pages, bytes }: { pages: number; bytes: number }): string {
  return `${pluralize(pages, 'page')}, ${describeBytes(bytes)}`
}

function describeBytes(bytes: number): string {
  if (bytes >= BYTES_PER_MB) return `${(bytes / BYTES_PER_MB).toFixed(1)} MB`
  return `${Math.ceil(bytes / BYTES_PER_KB)} kB`
}
