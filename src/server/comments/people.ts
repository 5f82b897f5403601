/** The members of an account, for authors and mentions. */
import type { NamedPerson } from '#core/comments/comments.ts'
import type { Permission } from '#core/team/roles.ts'
import { nameMembers, readNamedMembers, type NameOf } from '#server/accounts/team/named-members.ts'
import type { Database, Work } from '#server/database/open.ts'

export type People = {
  nameOf: NameOf
  /** Current members with the permission to see a record. */
  listMentionable: (permission: Permission) => NamedPerson[]
}

export async function readCommentPeople(
  database: Database | Work,
  userId: string,
): Promise<People> {
  const members = await readNamedMembers(database, userId)
  return {
    nameOf: nameMembers(members),
    listMentionable: (permission) =>
      members
        .filter(({ permissions }) => permissions.has(permission))
        .map(({ personId, name }) => ({ personId, name })),
  }
}
