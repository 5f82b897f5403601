import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

const ICONS = 'npm:lucide-react/dist/esm/icons/'
const QUERY = 'npm:@tanstack/react-query/build/modern/'

/** What the first screens of the office have in common with the portal, which loads no later stage. "npm:": of a package. */
const SHARED_WITH_PORTAL = [
  ...['web/api/read-on-opening', 'web/api/(queries|request-key|today)', 'core/entities/entities'],
  ...['web/ui/on-demand', 'web/ui/icon-button', 'web/ui/skeleton', 'web/ui/card'],
  ...['web/ui/overlays/(tooltip|dialog|bell-popover)', 'web/shell/theme-toggle'],
  ...['web/team/account-notices', 'web/accounts/sign-in-again', 'npm:react-router/.+'],
  `${QUERY}(QueryClientProvider|queryOptions|useQuery|useMutation)\\.js`,
  `${ICONS}(calendar-range|chevron-right|clipboard-list|file-text|receipt-text|scale|trash|user-round)\\.mjs`,
]

/** What lists have in common with the portal. */
const SHARED_WITH_LISTS = [
  ...['web/api/file-links', 'web/ui/badge', 'web/ui/inputs/select'],
  `${ICONS}(chevron-left|download)\\.mjs`,
]

/**
 * Each stage is one file with everything it needs beyond the earlier stages: a phone waits 150 ms for each batch of six
 * small files. The dashboard comes before the lists, so the lists reuse what both need.
 */
const STAGES = [
  ['web/main'],
  // What the login shares with the screens behind it.
  ['web/ui/inputs/text-field', 'core/messages', 'web/api/leave', 'web/api/language'],
  SHARED_WITH_PORTAL,
  ['web/signed-in'],
  ['web/dashboard/dashboard-page'],
  SHARED_WITH_LISTS,
  ['web/records/list/records-page'],
  ['web/records/form/record-dialog'],
]

/** Of JPEG 2000, JBIG2 and color profiles. */
const DECODERS = ['openjpeg.wasm', 'jbig2.wasm', 'qcms_bg.wasm']

/** The files that every screen behind the login loads first, and those that the office loads besides. */
const SIGNED_IN = ['text-field', 'read-on-opening']
const OFFICE = ['signed-in', 'dashboard-page']

export default defineConfig({
  root: 'src/web',
  plugins: [react(), tailwindcss(), preloadSignedIn(), pdfDecoders(), trainedData()],
  worker: { format: 'es' },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Nothing inline: the content security policy lets no inline script run.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first file names every other one: shorter names are fewer bytes before the login.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: STAGES.map(groupOf) },
      },
    },
  },
  server: {
    // Host and Origin stay as the browser sent them: the server compares the two. The web's own
    // folder api/ is served by Vite.
    proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': { target: server } },
  },
})

function groupOf(modules: string[], index: number) {
  return {
    name: path.basename(modules[0] ?? ''),
    test: new RegExp(`/(${modules.map(patternOf).join('|')})$`),
    priority: STAGES.length - index,
  }
}

function patternOf(module: string): string {
  if (module.startsWith('npm:')) return `node_modules/${module.slice('npm:'.length)}`
  return `src/${module}\\.tsx?`
}

/** The decoders of scanned pages. The PDF library fetches them by name from one folder, and only if a page needs one. */
function pdfDecoders(): Plugin {
  const from = path.join(import.meta.dirname, 'node_modules/pdfjs-dist/wasm')
  const to = 'assets/pdf-decoders'
  return {
    name: 'pdf-decoders',
    config: (_config, { command }) => ({
      define: {
        'import.meta.env.VITE_PDF_DECODERS': JSON.stringify(
          command === 'build' ? `/${to}/` : `/@fs${from}/`,
        ),
      },
    }),
    generateBundle() {
      for (const name of DECODERS) {
        const source = readFileSync(path.join(from, name))
        this.emitFile({ type: 'asset', fileName: `${to}/${name}`, source })
      }
    },
  }
}

/** What OCR knows of English. Its library fetches the file by this name from a folder, with the first scan. */
function trainedData(): Plugin {
  const name = 'eng.traineddata.gz'
  const from = path.join(import.meta.dirname, 'node_modules/@tesseract.js-data/eng/4.0.0_best_int')
  const source = readFileSync(path.join(from, name))
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 8)
  const to = `assets/ocr-${digest}`
  return {
    name: 'trained-data',
    config: (_config, { command }) => ({
      define: {
        'import.meta.env.VITE_TRAINED_DATA': JSON.stringify(
          command === 'build' ? `/${to}` : `/@fs${from}`,
        ),
      },
    }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: `${to}/${name}`, source })
    },
  }
}

/**
 * The page itself requests these files, before any script runs. The server removes them for a visitor who is signed out, and
 * those of the office in the portal.
 */
function preloadSignedIn(): Plugin {
  const attributes = { rel: 'modulepreload', crossorigin: true, 'data-signed-in': true }
  return {
    name: 'preload-signed-in',
    transformIndexHtml: (_page, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .filter(({ name }) => [...SIGNED_IN, ...OFFICE].includes(name))
        .map(({ name, fileName }) => ({
          tag: 'link',
          attrs: {
            ...{ ...attributes, href: `/${fileName}` },
            ...(OFFICE.includes(name) ? { 'data-office': true } : {}),
          },
          injectTo: 'head' as const,
        })),
  }
}
