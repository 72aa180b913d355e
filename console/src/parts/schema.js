// From a tool's JSON schema to the fields of a form, and from what was typed back to arguments.
// Pure functions; what no field can hold is typed as JSON.

/** The fields of an object's schema, required ones first. */
export function fieldsOf(schema) {
  const required = new Set(schema?.required ?? []);
  const fields = Object.entries(schema?.properties ?? {}).map(([name, given]) => {
    const property = resolve(given, schema);
    return {
      name,
      required: required.has(name),
      hint: property.description ?? given.description ?? '',
      fallback: property.default ?? given.default,
      ...controlOf(property, schema),
    };
  });
  return fields.sort((a, b) => Number(b.required) - Number(a.required));
}

function resolve(schema, root, depth = 0) {
  if (schema === true || schema === undefined || depth > 8) return {};
  if (schema.$ref?.startsWith('#/')) {
    const target = schema.$ref.slice(2).split('/').reduce((at, part) => at?.[part], root);
    return { ...resolve(target, root, depth + 1), ...without(schema, '$ref') };
  }
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter((choice) => choice.type !== 'null');
  if (choices.length === 1) return { ...resolve(choices[0], root, depth + 1), ...without(schema, 'anyOf', 'oneOf') };
  if (choices.length && choices.every((choice) => 'const' in choice)) {
    return { ...without(schema, 'anyOf', 'oneOf'), enum: choices.map((choice) => choice.const) };
  }
  return schema;
}

function without(schema, ...keys) {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}

function controlOf(property, root) {
  const types = [property.type].flat().filter((type) => type && type !== 'null');
  const [type] = types.length === 1 ? types : [];
  const choices = property.enum?.filter((value) => value !== null);
  if (choices) return { control: 'choice', choices };
  if (type === 'boolean') return { control: 'choice', choices: [true, false] };
  if (type === 'integer' || type === 'number') {
    return { control: 'number', whole: type === 'integer', minimum: property.minimum, maximum: property.maximum };
  }
  if (type === 'string') return { control: 'text' };
  const item = type === 'array' && resolve(property.items, root);
  if (item && item.type === 'string' && !item.enum) return { control: 'lines' };
  return { control: 'json' };
}

/** What a field holds before anything is typed: nothing, so that the server's default counts. */
export const EMPTY = '';

/** The arguments of what was typed; a field that is wrong throws with its name. */
export function argumentsOf(fields, typed) {
  const result = {};
  for (const field of fields) {
    const text = typed[field.name] ?? EMPTY;
    if (text === EMPTY) {
      if (field.required && field.control === 'text') result[field.name] = '';
      continue;
    }
    result[field.name] = valueOf(field, text);
  }
  return result;
}

function valueOf(field, text) {
  switch (field.control) {
    case 'choice':
      return field.choices.find((choice) => String(choice) === text);
    case 'number': {
      const number = Number(text);
      if (!Number.isFinite(number)) throw new Error(`\`${field.name}\` is not a number`);
      return number;
    }
    case 'lines':
      return text.split('\n').filter((line) => line.trim() !== '');
    case 'json':
      try {
        return JSON.parse(text);
      } catch (error) {
        throw new Error(`\`${field.name}\` is not JSON: ${error.message}`);
      }
    default:
      return text;
  }
}

/** What to type for given arguments: the other way round. */
export function typedOf(fields, given) {
  const typed = {};
  for (const field of fields) {
    const value = given[field.name];
    if (value === undefined || value === null) continue;
    if (field.control === 'lines' && Array.isArray(value)) typed[field.name] = value.join('\n');
    else if (field.control === 'json') typed[field.name] = JSON.stringify(value, null, 2);
    else typed[field.name] = String(value);
  }
  return typed;
}
