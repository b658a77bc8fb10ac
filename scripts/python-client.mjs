// The operations and named shapes of the interface as Python: python/outdial/_generated.py, made from the OpenAPI document.

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

export function pythonClient(document) {
  const shapes = Object.entries(document.components.schemas).map(([name, schema]) => typedDict(name, schema, document))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation)),
  )
  return `# Made from docs/openapi.json by \`npm run generate\`; do not edit.
"""The operations of the interface and its named shapes."""
from __future__ import annotations

from typing import Any, Iterator, Literal, TypedDict

from ._core import BaseClient

${shapes.join('\n\n')}


class Operations(BaseClient):
    """One method for each operation, named as in the OpenAPI document."""

${operations.join('\n\n')}
`
}

/** Every field may be missing as far as types go: the server adds fields within a version, and leaves some out. */
function typedDict(name, schema, document) {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return `${name} = ${typeOf(schema, document)}`
  if (fields.some(([field]) => !IDENTIFIER.test(field) || KEYWORDS.has(field))) {
    const members = fields.map(
      ([field, one]) => `    ${JSON.stringify(field)}: ${JSON.stringify(typeOf(one, document))},`,
    )
    return `${name} = TypedDict(${JSON.stringify(name)}, {\n${members.join('\n')}\n}, total=False)`
  }
  const members = fields.map(([field, one]) => `    ${field}: ${typeOf(one, document)}`)
  return `class ${name}(TypedDict, total=False):\n${members.join('\n')}`
}

const PLAIN = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }

function typeOf(schema, document) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.const !== undefined) return literal([schema.const])
  if (schema.enum) return literal(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map((one) => typeOf(one, document)))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, document)))
  if (schema.type === 'array') return `list[${typeOf(schema.items ?? {}, document)}]`
  if (schema.type === 'object') {
    const { additionalProperties: more } = schema
    return `dict[str, ${more && typeof more === 'object' ? typeOf(more, document) : 'Any'}]`
  }
  return PLAIN[schema.type] ?? 'Any'
}

const union = (types) => [...new Set(types)].join(' | ')
const written = (value) =>
  value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value)
const literal = (values) => `Literal[${values.map(written).join(', ')}]`

function operationOf(path, method, operation) {
  const given = operation.parameters ?? []
  const inPath = given.filter((one) => one.in === 'path')
  const inQuery = given.filter((one) => one.in === 'query')
  const content = operation.requestBody?.content ?? {}
  const takes = content['application/json'] ? 'body' : content['text/csv'] ? 'content' : null
  const needsBody = takes !== null && operation.requestBody.required
  // Requests without an account, such as accepting an invitation: the server does not recognize them when they are repeated.
  const takesKey = given.some((one) => one.name === 'Idempotency-Key')
  const named = [
    ...(takes ? [`${takes}: ${takes === 'body' ? 'Any' : 'bytes | str'}${needsBody ? '' : ' | None = None'}`] : []),
    ...inQuery.map((one) => `${argument(one.name)}: ${typeOf(one.schema)} | None = None`),
    'timeout: float | None = None',
    ...(takesKey ? ['idempotency_key: str | None = None'] : []),
  ]
  const signature = ['self', ...inPath.map((one) => `${argument(one.name)}: ${typeOf(one.schema)}`), '*', ...named]
  const answer = operation.responses['200']?.content ?? {}
  const json = answer['application/json']?.schema
  const returns = json ? (json.$ref ? typeOf(json) : json.type === 'array' ? 'list[Any]' : 'dict[str, Any]') : 'bytes'
  const sent = [
    `"${method.toUpperCase()}"`,
    inPath.length > 0
      ? `self._path(${JSON.stringify(path)}, ${inPath.map((one) => `${one.name}=${argument(one.name)}`).join(', ')})`
      : JSON.stringify(path),
    ...(inQuery.length > 0
      ? [`query={${inQuery.map((one) => `${JSON.stringify(one.name)}: ${argument(one.name)}`).join(', ')}}`]
      : []),
    ...(takes ? [`${takes}=${takes}`] : []),
    'timeout=timeout',
    ...(takesKey ? ['idempotency_key=idempotency_key', 'takes_key=True'] : []),
    `is_json=${json ? 'True' : 'False'}`,
  ]
  return `    def ${snake(operation.operationId)}(${signature.join(', ')}) -> ${returns}:
        """${(operation.summary ?? '').replaceAll('"', "'")}"""
        return self._request(${sent.join(', ')})`
}

const argument = (name) => (KEYWORDS.has(name) || name === 'self' ? `${name}_` : name)
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
