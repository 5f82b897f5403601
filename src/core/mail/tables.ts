/** The tables of the outbox. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { mailRecords } from './mails.ts'
import { mailSettingsRecords } from './settings.ts'

const MAIL_ID = textColumn('mailId', 'Email ID')

export const mailTables = {
  mails: {
    singular: mailRecords.singular,
    // Includes emails of all kinds.
    seenBy: 'admin',
    fields: mailRecords.fields,
    stored: {
      attempts: 'Attempts',
      nextTryAt: 'Next Try',
      claim: 'Claim',
      claimedUntil: 'Claimed Until',
      handedOverAt: 'Handed Over',
      openRecipients: 'Recipients Not Accepted',
      messageId: 'Message-ID',
      decidedBy: 'Decided By (ID)',
      onceKey: 'Key',
      madeBy: 'Made By (ID)',
    },
    csv: {
      file: 'mails',
      columns: [
        textColumn('id', 'Email ID'),
        ...csvColumns(mailRecords.fields),
        textColumn('attempts', 'Tries'),
        textColumn('nextTryAt', 'Next Try At'),
        textColumn('handedOverAt', 'Handed Over At'),
        textColumn('openRecipients', 'Recipients Not Accepted'),
        textColumn('messageId', 'Message-ID'),
        textColumn('decidedBy', 'Decided By (Person ID)'),
        textColumn('madeBy', 'Made By (Person ID)'),
        textColumn('onceKey', 'Sent Once For'),
        textColumn('createdAt', 'Made At'),
      ],
    },
  },
  mail_subjects: {
    seenBy: 'admin',
    fields: {},
    csv: {
      file: 'mail-records',
      columns: [MAIL_ID, textColumn('subject', 'Record Type'), textColumn('recordId', 'Record ID')],
    },
  },
  mail_files: {
    seenBy: 'admin',
    fields: {},
    csv: {
      file: 'mail-files',
      columns: [
        MAIL_ID,
        textColumn('number', 'Number'),
        textColumn('name', 'File Name'),
        textColumn('type', 'File Type'),
        textColumn('bytes', 'Bytes'),
        textColumn('sha256', 'SHA-256'),
      ],
    },
  },
  mail_settings: {
    singular: mailSettingsRecords.singular,
    seenBy: 'admin',
    fields: mailSettingsRecords.fields,
    csv: { file: 'mail-settings' },
  },
} as const satisfies Tables
