/** The link that sets a new password. Separate from the schemas, so that the login screens do not load them. */

/** The screen of the link. The token follows "#", so no server or proxy sees it. */
export const RESET_PATH = '/reset-password'
/** The request header with the token of a link that is read. */
export const RESET_HEADER = 'haulbook-reset'

/** One message for a link that is unknown, used or expired, or whose Admin is none any more. */
export const INVALID_RESET = 'This link is no longer valid. Ask for a new one.'
/** How long the link of an Admin is valid. */
export const ADMIN_LINK_HOURS = 24
/** How long a link that a person asked for on the login is valid. */
export const MAILED_LINK_HOURS = 1
