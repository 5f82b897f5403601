/** The company's settings: one record per account (SPEC A7, B36). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { responseSchema } from '#core/entities/entity.ts'
import { changedCompanySchema, companyFields, type Company } from '#core/settings/company.ts'
import { LARGEST_LOGO_KB, LOGO_TYPES, uploadedLogoSchema } from '#core/settings/logos.ts'
import { listHidden } from '#core/team/visible-listing.ts'
import type { Database } from '#server/database/open.ts'
import { notFound, RequestError, sendError } from '#server/errors.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { buildLogoTest } from '#server/statements/logo-test-print.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { readCompany } from './company.ts'
import { isJpeg, readJpeg } from './jpeg.ts'
import { findLogo, saveLogo } from './logo-store.ts'
import { badLogo, type Picture } from './picture.ts'
import { isPng, readPng } from './png.ts'
import { createCompany, updateCompany } from './store.ts'

const answer = responseSchema(companyFields)
/** Without the fields that the role hides. Before the first save it has defaults and no id (SPEC B36). */
const seenSettings = answer
  .extend({ id: answer.shape.id.nullable(), createdAt: z.string(), updatedAt: z.string() })
  .partial()

export async function settingsRoutes(
  app: FastifyInstance,
  { database, print }: Services,
): Promise<void> {
  const { get, post, put } = routesOf(app, 'Settings')
  await logoRoutes(app, database, print)

  get('/api/settings', { access: 'office', answer: seenSettings }, async ({ member, account }) => {
    const hidden = listHidden(companyFields, member.permissions)
    const company = Object.entries(await readCompany(database, account))
    return Object.fromEntries(company.filter(([name]) => !hidden.has(name))) as Partial<Company>
  })

  post(
    '/api/settings',
    { access: 'admin', body: changedCompanySchema, answer, status: 201 },
    ({ account, body, repeatable }) => createCompany(database, account, body, repeatable),
  )

  put(
    '/api/settings/:id',
    { access: 'admin', body: changedCompanySchema, answer },
    ({ account, id, version, body }) => updateCompany(database, account, { id, version }, body),
  )
}

// Uploads and serves logos (SPEC S16). An upload does not change the settings. The form saves the logo's address later.

const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/** The body of `POST /api/logos` is the image. Its bytes decide whether it is PNG or JPEG, not its content type. */
async function logoRoutes(
  app: FastifyInstance,
  database: Database,
  print: PrintFor,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const limits = { parseAs: 'buffer', bodyLimit: LARGEST_LOGO_KB * 1024 } as const
    scope.addContentTypeParser([...LOGO_TYPES], limits, keepBody)
    scope.setErrorHandler(sendLogoError)
    routesOf(scope, 'Settings').post(
      '/api/logos',
      { access: 'admin', consumes: LOGO_TYPES, answer: uploadedLogoSchema, status: 201 },
      async ({ account, body }) => {
        const picture = await readPicture(body)
        await printTest(print, account, picture)
        return saveLogo(database, account, picture)
      },
    )
  })

  routesOf(app, 'Settings').get(
    '/api/logos/:digest',
    { access: 'everyone' },
    async ({ account, request, reply }) => {
      const { digest } = request.params as { digest: string }
      const logo = await findLogo(database, account, digest)
      if (!logo) throw notFound()
      // A browser that opens the address must not run anything that the bytes may contain.
      return reply
        .type(logo.type)
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header('content-disposition', `inline; filename="logo.${ENDINGS[logo.type]}"`)
        .send(logo.bytes)
    },
  )
}

async function keepBody(_request: FastifyRequest, body: string | Buffer): Promise<string | Buffer> {
  return body
}

async function readPicture(body: unknown): Promise<Picture> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (isPng(bytes)) return readPng(bytes)
  if (isJpeg(bytes)) return readJpeg(bytes)
  throw badLogo('A logo must be a PNG or JPEG image')
}

/** Throws 400 if a statement cannot print the logo, and 429 if too many prints are queued. */
async function printTest(print: PrintFor, userId: string, picture: Picture): Promise<void> {
  await print(userId, buildLogoTest(picture)).catch((error: unknown) => {
    throw error instanceof RequestError ? error : badLogo('This image cannot be printed')
  })
}

const MESSAGES: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'A logo must be a PNG or JPEG image'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, `A logo must be ${LARGEST_LOGO_KB} KB or less`],
}

function sendLogoError(
  error: Parameters<typeof sendError>[0],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const known = 'code' in error ? MESSAGES[error.code] : undefined
  return sendError(known ? new RequestError(...known) : error, request, reply)
}
