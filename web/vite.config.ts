import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const server = process.env.OUTDIAL_URL ?? 'http://127.0.0.1:8000'
const proxy = { '/api': server, '/docs': server, '/welcome': server }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      // Libraries mark what runs in browsers for frameworks that render on servers; there is none here.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
  esbuild: { jsx: 'automatic', legalComments: 'none' },
  server: { proxy },
  preview: { proxy },
})
