/** Whether people have two-step login, and whether their account requires it (SPEC C77). */
import { sql } from 'kysely'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { badField, RequestError } from '#server/errors.ts'
import { isOn } from './store.ts'

const REQUIRED = 'Your carrier requires two-step login. Reload the page to set it up.'
const OWN_FIRST = 'Turn on your own two-step login in Settings first.'

/** True if the member has two-step login. For a query of `members as record`. */
export const HAS_TWO_STEP = sql<boolean>`exists (select from second_steps
  where second_steps.person_id = record.person_id and second_steps.on_since is not null)`

/** True if the account requires two-step login and the person lacks it. For `team_settings` within a query of `sessions`. */
export const LACKS_TWO_STEP = sql<boolean>`require_two_step and not exists (select from second_steps
  where second_steps.person_id = sessions.person_id and second_steps.on_since is not null)`

/** Responds with 403 for everything but the setup. Call it after authentication was added. */
export function addTwoStepGate(app: FastifyInstance): void {
  const check = async (request: FastifyRequest) => rejectWithoutTwoStep(request)
  app.addHook('onRequest', check)
  // Again after the body: the setting may have changed while it arrived (SPEC C68).
  app.addHook('preHandler', check)
}

/** Throws 403 if the account requires two-step login and the member has not set it up. */
export function rejectWithoutTwoStep({ member, is404, routeOptions }: FastifyRequest): void {
  if (!member?.lacksTwoStep || is404 || routeOptions.config.withoutTwoStep) return
  throw new RequestError(403, REQUIRED)
}

/** An Admin who requires it without having it would be locked out first. Throws 400. */
export async function requireOwnTwoStep(database: Database, { personId }: Member): Promise<void> {
  if (!(await isOn(database, personId))) throw badField('requireTwoStep', OWN_FIRST)
}
