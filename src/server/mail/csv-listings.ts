/** Emails, what they are about, their files and their settings as CSV files, only in the account's ZIP (SPEC B53). */
import { mailRecords } from '#core/mail/mails.ts'
import { mailSettingsRecords } from '#core/mail/settings.ts'
import { csvColumns, type CsvColumn } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

const MAIL_ID: CsvColumn = { name: 'mailId', title: 'Email ID', control: 'text' }

export const mailListings: CsvListing[] = [
  {
    file: 'mails',
    listed: mailRecords,
    columns: [
      { name: 'id', title: 'Email ID', control: 'text' },
      ...csvColumns(mailRecords.fields),
      { name: 'attempts', title: 'Tries', control: 'text' },
      { name: 'nextTryAt', title: 'Next Try At', control: 'text' },
      { name: 'handedOverAt', title: 'Handed Over At', control: 'text' },
      { name: 'openRecipients', title: 'Recipients Not Accepted', control: 'text' },
      { name: 'messageId', title: 'Message-ID', control: 'text' },
      { name: 'decidedBy', title: 'Decided By (Person ID)', control: 'text' },
      { name: 'madeBy', title: 'Made By (Person ID)', control: 'text' },
      { name: 'onceKey', title: 'Sent Once For', control: 'text' },
      { name: 'createdAt', title: 'Made At', control: 'text' },
    ],
  },
  {
    file: 'mail-records',
    listed: { name: 'mailSubjects', fields: {}, columns: [] },
    columns: [
      MAIL_ID,
      { name: 'subject', title: 'Record Type', control: 'text' },
      { name: 'recordId', title: 'Record ID', control: 'text' },
    ],
  },
  {
    file: 'mail-files',
    listed: { name: 'mailFiles', fields: {}, columns: [] },
    columns: [
      MAIL_ID,
      { name: 'number', title: 'Number', control: 'text' },
      { name: 'name', title: 'File Name', control: 'text' },
      { name: 'type', title: 'File Type', control: 'text' },
      { name: 'bytes', title: 'Bytes', control: 'text' },
      { name: 'sha256', title: 'SHA-256', control: 'text' },
    ],
  },
  {
    file: 'mail-settings',
    listed: mailSettingsRecords,
    columns: csvColumns(mailSettingsRecords.fields),
  },
]
