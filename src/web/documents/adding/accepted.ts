import { FILE_TYPES } from '#core/documents/documents.ts'

/** For a file input. Without HEIC in the list, an iPhone converts its photos to JPEG automatically. */
export const ACCEPTED = FILE_TYPES.join(',')
