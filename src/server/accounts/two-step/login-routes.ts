/** The second step of a login (SPEC V7, C76). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { secondStepSchema } from '#core/accounts/two-step.ts'
import { forgetAttempt } from '#server/accounts/attempts.ts'
import { enter, finishLogin } from '#server/accounts/enter.ts'
import { endHashing } from '#server/accounts/password-queue.ts'
import { recordPersonEvent } from '#server/database/audit.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'
import { checkCode, countCode, wrongCode } from './check-code.ts'
import {
  clearPendingLogin,
  isHashOf,
  readPendingLogin,
  type PendingLogin,
} from './pending-login.ts'

const EXPIRED = 'Your login took too long, or your password was changed. Please log in again.'
