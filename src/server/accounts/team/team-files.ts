/** The team as files of the account's ZIP (SPEC B53). */
import { teamSettingsFields } from '#core/team/fields.ts'
import {
  BYTE_ORDER_MARK,
  csvColumns,
  csvLine,
  headingLine,
  recordLine,
} from '#core/transfer/csv.ts'
import type { Work } from '#server/database/open.ts'
import type { ArchivedFile } from '#server/streaming/zip.ts'
import { listMembers } from './members.ts'
import { readTeamSettings } from './settings.ts'
import { findTimeZone } from './time-zone.ts'

export async function* teamFiles(work: Work, userId: string): AsyncGenerator<ArchivedFile> {
  yield { name: 'members.csv', content: [await memberText(work, userId)] }
  const stored = await readTeamSettings(work, userId)
  const settings = { ...stored, timeZone: await findTimeZone(work, userId), labels: {} }
  const columns = csvColumns(teamSettingsFields)
  const text = headingLine(columns) + recordLine(columns, settings)
  yield { name: 'team-settings.csv', content: [BYTE_ORDER_MARK + text] }
}

/** Includes previous members. */
async function memberText(work: Work, userId: string): Promise<string> {
  const titles = ['Name', 'Email', 'Role', 'Truck Owner or Driver', 'Since', 'Until', 'Last Seen']
  const lines = (await listMembers(work, userId)).map((member) => {
    const { name, email, role, represents, since, until, lastSeenAt } = member
    return csvLine([name, email, role, represents ?? '', since, until ?? '', lastSeenAt ?? ''])
  })
  return BYTE_ORDER_MARK + csvLine(titles) + lines.join('')
}
