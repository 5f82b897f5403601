/** The storage that an account uses (SPEC C31). */
import { z } from 'zod'
import { BYTES_PER_MB } from '#core/bytes.ts'

/** Null without a quota: then the account's storage is not measured. */
export const storageSchema = z
  .object({
    usedBytes: z.int().describe('Records, statements and files, with their indexes'),
    quotaBytes: z.int(),
    countedAt: z.string(),
  })
  .nullable()

export type Storage = z.output<typeof storageSchema>

/** "12.4 MB". Rounds up, so that only zero bytes are shown as zero. */
export function formatMegabytes(bytes: number): string {
  const tenths = Math.ceil((bytes / BYTES_PER_MB) * 10)
  return `${(tenths / 10).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
}

/** The message of a rejected change. */
export function describeFullAccount(usedBytes: number, quotaBytes: number): string {
  return `This account's storage is full: ${formatMegabytes(usedBytes)} of ${formatMegabytes(quotaBytes)} is used. Delete records that you no longer need, or ask the administrator for more. Deleted records free their space within a minute, or within ten minutes in very large accounts.`
}
