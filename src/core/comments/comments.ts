/** Comments on a load or a settlement, and the members they mention (SPEC C84, C85). */
import { z } from 'zod'
import type { Listing } from '#core/entities/entity.ts'
import { linesOfText } from '#core/fields/checks.ts'
import type { Field } from '#core/fields/field.ts'
import { reference } from '#core/fields/fields.ts'
import type { Permission } from '#core/team/roles.ts'

const LONGEST_COMMENT = 2_000
/** The maximum number of comments per record. Deleted comments count. */
export const MAX_COMMENTS = 500
const MAX_MENTIONS = 20

/** The kind of record that has comments: a part of the API's path. */
export type CommentSubject = 'loads' | 'billing'

/** A member with this permission can read and write a record's comments, and can be mentioned. */
export const COMMENT_ACCESS: Record<CommentSubject, Permission> = {
  loads: 'office',
  billing: 'settlements',
}

export const commentMessages = {
  failed: 'Failed to add the comment',
  deleteFailed: 'Failed to delete the comment',
  tooMany: `This record already has ${MAX_COMMENTS} comments, which is the maximum`,
  notMember: 'Mention only members who can see this record',
}

const commentText: Field<string> = {
  label: 'Comment',
  control: 'lines',
  schema: linesOfText('Comment', LONGEST_COMMENT).min(1, 'Comment is required'),
  formDefault: '',
}

/** Declared like an entity, for the audit log and the account's CSV files. */
export const comments = {
  name: 'comments',
  singular: 'Comment',
  title: 'Comments',
  description: 'Comments on loads and settlements.',
  label: 'text',
  fields: { loadId: reference('Load', 'loads', 'None'), text: commentText },
  columns: ['text'],
} as const satisfies Listing

export const newCommentSchema = z.object({
  text: commentText.schema,
  mentions: z
    .array(z.guid(commentMessages.notMember), commentMessages.notMember)
    .max(MAX_MENTIONS, `Mention at most ${MAX_MENTIONS} members`)
    .default([])
    .describe('Ids of the persons the text mentions. Each is a member who may see the record.'),
})

export type NewComment = z.output<typeof newCommentSchema>

export const namedPersonSchema = z.object({
  personId: z.guid(),
  name: z.string().describe('First and last name, or the email address'),
})

export type NamedPerson = z.output<typeof namedPersonSchema>

export const commentSchema = z.object({
  id: z.int(),
  personId: z.guid().describe('Who wrote it, and may delete it'),
  author: z.string(),
  text: z.string(),
  mentions: z.array(namedPersonSchema),
  createdAt: z.iso.datetime(),
})

export type Comment = z.output<typeof commentSchema>

export const threadSchema = z.object({
  comments: z.array(commentSchema).describe('Oldest first'),
  unread: z.int().describe('Comments that mention or answer you and that you have not read'),
  people: z.array(namedPersonSchema).describe('Members who can be mentioned, other than you'),
})

export type Thread = z.output<typeof threadSchema>
