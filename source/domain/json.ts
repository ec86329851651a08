export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export type JsonObject = {readonly [key: string]: JsonValue};

export const isJsonObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
