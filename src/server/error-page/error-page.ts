/** The page that a tab shows if its link can't be opened (SPEC C140). It needs no other file and runs no script. */
import type { FastifyRequest } from 'fastify'
import type { Language } from '#core/languages.ts'
import { PORTAL_ROLES } from '#core/team/roles.ts'

type Failure = { statusCode: number; message: string }
type Texts = { title: string; text: string; link: string }

/** The colors of `styles.css`. */
const STYLE = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; --page: #f5f6f9;
  --surface: #ffffff; --ink: #171a21; --line: #dfe3ea; --accent: #1f5fbf; --on-accent: #ffffff }
@media (prefers-color-scheme: dark) { :root { --page: #10131a; --surface: #181c25; --ink: #eceff5; --line: #2c3342;
  --accent: #7fb0ff; --on-accent: #0b1526 } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--ink) }
main { box-sizing: border-box; width: min(30rem, 100% - 2rem); padding: 1.5rem; border: 1px solid var(--line);
  border-radius: 0.5rem; background: var(--surface); overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.25rem }
p { margin: 0.75rem 0 1.25rem }
a { display: inline-block; padding: 0.625rem 1rem; border-radius: 0.375rem; font-weight: 500; text-decoration: none;
  background: var(--accent); color: var(--on-accent) }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }`

export function buildErrorPage(failure: Failure, language: Language): string {
  const { title, text, link } = language === 'es' ? inSpanish(failure) : inEnglish(failure)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Haulbook</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a href="/">${escapeHtml(link)}</a>
</main>
</body>
</html>
`
}

/** Spanish for people outside the office, and before the login, if the link or the browser says so (SPEC C81). */
export function readPageLanguage({ member, query, headers }: FastifyRequest): Language {
  if (member && !PORTAL_ROLES.includes(member.role)) return 'en'
  const { language } = { ...(query as { language?: unknown } | undefined) }
  return language === 'es' || /^es\b/i.test(headers['accept-language'] ?? '') ? 'es' : 'en'
}

function inEnglish({ statusCode, message }: Failure): Texts {
  if (statusCode !== 401)
    return { title: "This file can't be opened", text: message, link: 'Go to Haulbook' }
  return { title: 'You are signed out', text: 'Log in, then open the file again.', link: 'Log in' }
}

const SPANISH: Record<number, string> = {
  403: 'No tiene acceso a este archivo. Pregunte a su compañía.',
  404: 'No existe o no es suyo.',
  429: 'Hay demasiadas descargas al mismo tiempo. Intente de nuevo en un momento.',
  503: 'El servidor está ocupado. Intente de nuevo en un momento.',
}

function inSpanish({ statusCode }: Failure): Texts {
  if (statusCode === 401)
    return {
      title: 'Su sesión terminó',
      text: 'Inicie sesión y abra el archivo de nuevo.',
      link: 'Iniciar sesión',
    }
  const text = SPANISH[statusCode] ?? 'Algo salió mal. Intente de nuevo.'
  return { title: 'No se puede abrir este archivo', text, link: 'Ir a Haulbook' }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
