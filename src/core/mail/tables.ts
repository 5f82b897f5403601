/** The tables of the outbox. */
import { choice } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { LANGUAGES } from '#core/languages.ts'
import { MAIL_KINDS, MAIL_STATES } from './mails.ts'
import { mailSettingsFields } from './settings.ts'
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'

const MAIL_ID = textColumn('mailId', 'Email ID')

const mailFields = {
  kind: choice('Kind', MAIL_KINDS, { formDefault: 'statement' }),
  recipients: text('To'),
  copies: optionalText('Cc'),
  subject: text('Subject'),
  language: choice('Language', LANGUAGES, { formDefault: 'en' }),
  fromName: optionalText('From Name'),
  replyTo: optionalText('Reply-To'),
  state: choice('Status', MAIL_STATES, { formDefault: 'queued' }),
  answer: optionalText('Mail Server’s Reply'),
  refused: optionalText('Rejected Addresses'),
  sentAt: { ...optionalText('Accepted At'), control: 'none' as const },
  text: { ...optionalText('Text'), control: 'none' as const },
}

export const mailTables = {
  mails: {
    singular: 'Email',
    // Includes emails of all kinds.
    seenBy: 'admin',
    fields: mailFields,
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
        ...csvColumns(mailFields),
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
    singular: 'Email settings',
    seenBy: 'admin',
    fields: mailSettingsFields,
    csv: { file: 'mail-settings' },
  },
} as const satisfies Tables
