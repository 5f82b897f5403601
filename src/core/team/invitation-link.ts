/** The link of an invitation. Separate from `invitations.ts`, so that the login screens do not load the schemas. */

/** The screen of an invitation. The token follows "#", so no server or proxy sees it. */
export const INVITATION_PATH = '/invitation'
/** The request header with the token of an invitation that is read. */
export const INVITATION_HEADER = 'haulbook-invitation'

/** One message for a link that is unknown, used, revoked, replaced or expired. */
export const INVALID_INVITATION = 'This invitation is no longer valid. Ask for a new one.'
