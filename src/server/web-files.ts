/** Serves the built web app, and its HTML page for the path of any screen. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readToken } from './accounts/cookie.ts'
import { isApiPath } from './accounts/auth.ts'
import { notFound } from './errors.ts'

const PAGE = 'index.html'
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/** `folder` contains the build. Without a build, as in tests of the API, every path outside the API is a 404. */
export async function webRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(folder)
  if (built) {
    app.addHook('onRoute', (route) => {
      if (!route.url.startsWith('/api')) route.config = { ...route.config, open: true }
    })
    // `serve` would add two routes for each of the build's 800 files, which takes time and memory at each start.
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      index: false,
      setHeaders,
      // The build contains a .br and a .gz of each file.
      preCompressed: true,
    })
    addFileRoutes(app, folder)
  }
  const page = built ? readFileSync(path.join(folder, PAGE), 'utf8') : ''
  const signedOutPage = removeLinks(page, 'data-signed-in')
  const portalPage = removeLinks(page, 'data-office')
  app.setNotFoundHandler((request, reply) => {
    if (!built || !isScreen(request)) throw notFound()
    void reply.header('vary', 'Cookie')
    const html = 'text/html; charset=utf-8'
    // Not cached: after signing in, the browser's Back button would show the login.
    if (!readToken(request))
      return reply.header('cache-control', 'no-store').type(html).send(signedOutPage)
    void reply.header('cache-control', 'no-cache')
    return isOfPortal(request.url) ? reply.type(html).send(portalPage) : reply.sendFile(PAGE)
  })
}

/** Routes for the files of the build. Any other path is a screen, or a 404. */
function addFileRoutes(app: FastifyInstance, folder: string): void {
  const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  const sendKnown = (request: FastifyRequest, reply: FastifyReply) => {
    const name = readPath(request).slice(1)
    if (!files.has(name)) throw notFound()
    return reply.sendFile(name)
  }
  const hidden = { schema: { hide: true } }
  app.get('/assets/*', hidden, sendKnown)
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((e) => e.isFile()))
    app.get(`/${name}`, hidden, sendKnown)
}

function isScreen(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads && !isApiPath(request.url) && !readPath(request).startsWith('/assets/')
}

function readPath({ url }: FastifyRequest): string {
  const [pathname = ''] = url.split('?')
  return pathname
}

function isOfPortal(url: string): boolean {
  return /^\/portal(?:[/?#]|$)/.test(url)
}

/** Removes the preloads that only signed-in users, or only the office, need. */
function removeLinks(page: string, mark: 'data-signed-in' | 'data-office'): string {
  return page.replaceAll(new RegExp(String.raw`\s*<link[^>]* ${mark}[^>]*>`, 'g'), '')
}

/** The names of files in assets/ contain a digest of their content, so the files never change. */
function setHeaders(reply: FastifyReply, file: string): void {
  const immutable = file.includes('/assets/')
  const value = immutable ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache'
  void reply.header('cache-control', value)
  if (DECODERS.test(file)) void reply.header('content-security-policy', FOR_DECODERS)
}

/**
 * Workers that decode pictures from PDFs and iPhones, and the OCR worker (worker.min). They may run WebAssembly by their
 * own policy, and no page may.
 */
const DECODERS = /assets\/(?:pdf\.worker|heic-worker|worker\.min)[^/]*$/
const FOR_DECODERS = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'"
