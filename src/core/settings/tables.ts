/** The tables of the company's settings and logos. The server makes their files. */
import type { Tables } from '#core/entities/table.ts'
import { companyFields } from './company.ts'

export const settingsTables = {
  settings: { singular: 'Settings', seenBy: 'office', fields: companyFields },
  logos: {
    singular: 'Logo',
    seenBy: 'office',
    fields: {},
    stored: {
      digest: 'Checksum',
      type: 'File Type',
      width: 'Width',
      height: 'Height',
      bytes: 'Size',
    },
  },
} as const satisfies Tables
