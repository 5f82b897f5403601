/** Documents as a CSV file. Only the ZIP of the whole account contains it (SPEC B53). */
import { documentRecords } from '#core/documents/documents.ts'
import { uploadLinkRecords } from '#core/documents/upload-links.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

export const documentListing: CsvListing = {
  file: 'documents',
  listed: documentRecords,
  columns: [
    { name: 'id', title: 'Document ID', control: 'text' },
    ...csvColumns(documentRecords.fields),
    { name: 'factorId', title: 'Factor ID', control: 'text' },
    { name: 'checkId', title: 'Broker Check ID', control: 'text' },
    { name: 'type', title: 'File Type', control: 'text' },
    { name: 'pages', title: 'Pages', control: 'text' },
    { name: 'bytes', title: 'Bytes', control: 'text' },
    { name: 'sha256', title: 'SHA-256', control: 'text' },
    { name: 'replacesId', title: 'Replaces Document ID', control: 'text' },
    { name: 'uploadedBy', title: 'Uploaded By (Person ID)', control: 'text' },
    { name: 'uploadLinkId', title: 'Upload Link ID', control: 'text' },
    { name: 'uploadedAt', title: 'Uploaded At', control: 'text' },
    { name: 'bolStatusBefore', title: 'BOL Status Before', control: 'text' },
    { name: 'sentAt', title: 'Sent At', control: 'text' },
    { name: 'deletedAt', title: 'Deleted At', control: 'text' },
  ],
}

/** Upload links without their tokens, of which only hashes are stored. */
export const uploadLinkListing: CsvListing = {
  file: 'upload-links',
  listed: { ...uploadLinkRecords, name: 'uploadLinks' },
  columns: [
    { name: 'id', title: 'Upload Link ID', control: 'text' },
    ...csvColumns(uploadLinkRecords.fields),
    { name: 'madeBy', title: 'Made By (Person ID)', control: 'text' },
    { name: 'createdAt', title: 'Made At', control: 'text' },
    { name: 'expiresAt', title: 'Expires At', control: 'text' },
    { name: 'lastUsedAt', title: 'Last Used At', control: 'text' },
    { name: 'uploads', title: 'Uploads', control: 'text' },
    { name: 'bytes', title: 'Uploaded Bytes', control: 'text' },
  ],
}
