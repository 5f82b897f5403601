import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

export default defineConfig({
  root: 'src/web',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Nothing inline: the content security policy lets no inline script run.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // Host and Origin stay as the browser sent them: the server compares the two. The web's own
    // folder api/ is served by Vite.
    proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': { target: server } },
  },
})
