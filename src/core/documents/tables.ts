/** The tables of documents and upload links. */
import { requiredReference } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { documentRecords } from './documents.ts'

const uploadLinkFields = {
  loadId: requiredReference('Load', 'loads'),
  label: text('Link'),
  revokedAt: optionalText('Revoked'),
}

export const documentTables = {
  documents: {
    singular: 'Document',
    seenBy: 'office',
    restoredBy: 'loads',
    isPart: true,
    fields: documentRecords.fields,
    stored: {
      factorId: 'Factor (ID)',
      checkId: 'Broker Check (ID)',
      leaseId: 'Lease (ID)',
      type: 'File Type',
      pages: 'Pages',
      bytes: 'Size',
      sha256: 'Checksum',
      replacesId: 'Replaces Document (ID)',
      uploadedBy: 'Uploaded By (ID)',
      uploadLinkId: 'Upload Link',
      uploadedAt: 'Uploaded',
      bolStatusBefore: 'BOL Status Before',
      sentAt: 'Sent',
      deletedAt: 'Deleted',
    },
    links: { uploadLinkId: 'upload_links' },
    csv: {
      file: 'documents',
      columns: [
        textColumn('id', 'Document ID'),
        ...csvColumns(documentRecords.fields),
        textColumn('factorId', 'Factor ID'),
        textColumn('checkId', 'Broker Check ID'),
        textColumn('leaseId', 'Lease ID'),
        textColumn('type', 'File Type'),
        textColumn('pages', 'Pages'),
        textColumn('bytes', 'Bytes'),
        textColumn('sha256', 'SHA-256'),
        textColumn('replacesId', 'Replaces Document ID'),
        textColumn('uploadedBy', 'Uploaded By (Person ID)'),
        textColumn('uploadLinkId', 'Upload Link ID'),
        textColumn('uploadedAt', 'Uploaded At'),
        textColumn('bolStatusBefore', 'BOL Status Before'),
        textColumn('sentAt', 'Sent At'),
        textColumn('deletedAt', 'Deleted At'),
      ],
    },
  },
  upload_links: {
    singular: 'Upload link',
    seenBy: 'loads',
    fields: uploadLinkFields,
    stored: {
      madeBy: 'Made By (ID)',
      lastUsedAt: 'Last Used',
      uploads: 'Uploads',
      bytes: 'Uploaded Bytes',
    },
    // Without the tokens, of which only hashes are stored.
    csv: {
      file: 'upload-links',
      columns: [
        textColumn('id', 'Upload Link ID'),
        ...csvColumns(uploadLinkFields),
        textColumn('madeBy', 'Made By (Person ID)'),
        textColumn('createdAt', 'Made At'),
        textColumn('expiresAt', 'Expires At'),
        textColumn('lastUsedAt', 'Last Used At'),
        textColumn('uploads', 'Uploads'),
        textColumn('bytes', 'Uploaded Bytes'),
      ],
    },
  },
} as const satisfies Tables
