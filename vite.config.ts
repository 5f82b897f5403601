import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rollup } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/** Of JPEG 2000, JBIG2 and color profiles. */
const DECODERS = ['openjpeg.wasm', 'jbig2.wasm', 'qcms_bg.wasm']

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
    // In kB: the PDF library, which only a paper with lost letters loads (SPEC C592).
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // The first file names every other one: shorter names are fewer bytes before the login.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    // Host and Origin stay as the browser sent them: the server compares the two. The web's own
    // folder api/ is served by Vite.
    proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': { target: server } },
  },
})

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
 * The page itself requests the scripts of the first screen, before any script runs. The server removes them for a visitor who is
 * signed out, and those of the office in the portal.
 */
function preloadSignedIn(): Plugin {
  const attributes = { rel: 'modulepreload', crossorigin: true, 'data-signed-in': true }
  return {
    name: 'preload-signed-in',
    transformIndexHtml(_page, { bundle = {} }) {
      const first = listScripts(bundle, 'main.tsx')
      const portal = listScripts(bundle, 'portal/portal-app.tsx')
      const shell = listScripts(bundle, 'signed-in.tsx')
      const office = new Set([...shell, ...listScripts(bundle, 'dashboard/dashboard-page.tsx')])
      const scripts = [...office].filter((script) => !first.has(script))
      return scripts.map((script) => ({
        tag: 'link',
        attrs: {
          ...{ ...attributes, href: `/${script}` },
          ...(portal.has(script) ? {} : { 'data-office': true }),
        },
        injectTo: 'head' as const,
      }))
    },
  }
}

/** The file of a module of the web app, and the files that it imports. */
function listScripts(bundle: Rollup.OutputBundle, module: string): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  const isOf = (id: string) => id.endsWith(`/web/${module}`)
  const found = new Set(chunks.filter((one) => one.moduleIds.some(isOf)).map((one) => one.fileName))
  // The loop also visits what it adds.
  for (const name of found) for (const next of importsOf.get(name) ?? []) found.add(next)
  return found
}
