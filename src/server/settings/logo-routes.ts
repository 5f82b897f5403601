/** Logos in and out (SPEC S16). Uploading one changes no settings: whoever saves them names its address. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LARGEST_LOGO_KB, LOGO_TYPES } from '#core/settings/logos.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { sendError, notFound, RequestError } from '#server/errors.ts'
import { isJpeg, readJpeg } from './jpeg.ts'
import { findLogo, saveLogo } from './logo-store.ts'
import { badLogo, type Picture } from './picture.ts'
import { isPng, readPng } from './png.ts'

const tags = ['Settings']

/** Prints it as a statement would. Throws where that cannot be done. */
export type TryLogo = (userId: string, logo: Picture) => Promise<unknown>

/** `POST /api/logos` takes the picture as its body: PNG or JPEG by what it holds, whatever it is called. */
export async function logoRoutes(
  app: FastifyInstance,
  database: Database,
  tryLogo: TryLogo,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const limits = { parseAs: 'buffer', bodyLimit: LARGEST_LOGO_KB * 1024 } as const
    scope.addContentTypeParser([...LOGO_TYPES], limits, keepBody)
    scope.setErrorHandler(sendLogoError)
    scope.post(
      '/api/logos',
      { schema: { tags, consumes: [...LOGO_TYPES] } },
      async (request, reply) => {
        const userId = requireAccount(request)
        const picture = await readPicture(request.body)
        await tryLogo(userId, picture).catch((error: unknown) => {
          // Too many wait to be printed: that says nothing of the picture.
          throw error instanceof RequestError ? error : badLogo('This picture cannot be printed')
        })
        return reply.code(201).send(await saveLogo(database, userId, picture))
      },
    )
  })

  app.get('/api/logos/:digest', { schema: { tags } }, async (request, reply) => {
    const { digest } = request.params as { digest: string }
    const logo = await findLogo(database, requireAccount(request), digest)
    if (!logo) throw notFound()
    // Opened by itself it is a picture and nothing else, whatever a browser makes of its bytes.
    return reply
      .type(logo.type)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .send(logo.bytes)
  })
}

async function keepBody(_request: FastifyRequest, body: string | Buffer): Promise<string | Buffer> {
  return body
}

async function readPicture(body: unknown): Promise<Picture> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (isPng(bytes)) return readPng(bytes)
  if (isJpeg(bytes)) return readJpeg(bytes)
  throw badLogo('A logo has to be a PNG or a JPEG picture')
}

const WORDS: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'A logo has to be a PNG or a JPEG picture'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, `A logo may be at most ${LARGEST_LOGO_KB} kB`],
}

function sendLogoError(
  error: Parameters<typeof sendError>[0],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const words = 'code' in error ? WORDS[error.code] : undefined
  return sendError(words ? new RequestError(...words) : error, request, reply)
}
