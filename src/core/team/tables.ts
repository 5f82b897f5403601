/** The tables of the team. The server makes their files, with the names of the persons. */
import type { Tables } from '#core/entities/table.ts'
import { assignmentFields, teamSettingsFields } from './fields.ts'

export const teamTables = {
  members: { singular: 'Member', seenBy: 'admin', fields: assignmentFields },
  invitations: {
    singular: 'Invitation',
    seenBy: 'admin',
    movesWith: ['drivers'],
    fields: assignmentFields,
  },
  team_settings: { singular: 'Team settings', seenBy: 'admin', fields: teamSettingsFields },
} as const satisfies Tables
