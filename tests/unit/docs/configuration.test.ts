// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {readConfig} from '../../../source/core/config/read-config.ts';
import {officialRegistry} from '../../../source/core/registry/registry-address.ts';
import {isJsonObject} from '../../../source/domain/json.ts';
import {configParts, configRows} from '../../helpers/config-tables.ts';
import {readPage} from '../../helpers/docs-snippets.ts';

const page = readPage('docs/configuration.md');

/** The chapter that has the table of a part. */
const chapterOf = (part: string): string =>
	page.split(/^(?=## )/m).find(chapter => chapter.includes(`<!-- config ${part} -->`)) ?? '';

const defaultOf = (part: string, key: string): unknown =>
	configRows(part).find(row => row.key === key)?.form.default;

const secrets = () => 'value';
const read = (content: object) =>
	readConfig('config.json', JSON.stringify(content), {}, {secrets, providerSecrets: secrets});

describe('docs/configuration.md', () => {
	it.each(configParts)('says what every key of %s is, and shows it in an example', part => {
		const rows = configRows(part);
		expect(rows.length).toBeGreaterThan(0);
		expect(rows.filter(({note}) => note === '').map(({key}) => key)).toEqual([]);
		const chapter = chapterOf(part);
		expect(rows.filter(({key}) => !chapter.includes(`"${key}"`)).map(({key}) => key)).toEqual([]);
	});

	it('says in the note of a key what is inside of it, where that has no table of its own', () => {
		const inner = configParts.flatMap(part =>
			configRows(part).flatMap(({key, form, note}) => {
				const forms = [form, ...(Array.isArray(form.anyOf) ? form.anyOf : []), form.additionalProperties];
				const names = forms
					.filter(isJsonObject)
					.flatMap(each => Object.keys(isJsonObject(each.properties) ? each.properties : {}));
				const isTold =
					part === 'config' || configParts.some(other => names.every(name => keysOf(other).has(name)));
				return isTold ? [] : names.filter(name => !note.includes(name)).map(name => `${part}.${key}.${name}`);
			}),
		);
		expect(inner).toEqual([]);
	});
});

const keysOf = (part: string): ReadonlySet<string> => new Set(configRows(part).map(({key}) => key));

describe('the defaults of the schema', () => {
	it('are those of a server about which nothing more is said', () => {
		const {servers} = read({mcpServers: {a: {command: 'x'}, b: {url: 'https://a.example/mcp'}}});
		const [program, remote] = servers;
		expect(program).toMatchObject({
			encoding: defaultOf('server', 'encoding'),
			connectTimeout: Number(defaultOf('server', 'timeout')) * 1000,
			requestTimeout: Number(defaultOf('server', 'requestTimeout')) * 1000,
			retryAttempts: defaultOf('server', 'retryAttempts'),
			disabled: defaultOf('server', 'disabled'),
		});
		expect(remote).toMatchObject({
			sseReadTimeout: Number(defaultOf('server', 'sseReadTimeout')) * 1000,
			terminateOnClose: defaultOf('server', 'terminateOnClose'),
			allowInsecure: defaultOf('server', 'allowInsecure'),
		});
	});

	it('are those of OAuth, of a custom tool and of its endpoint', () => {
		const {servers} = read({mcpServers: {a: {url: 'https://a.example/mcp', auth: 'oauth'}}});
		expect(servers[0]).toMatchObject({auth: {grant: defaultOf('oauth', 'grant')}});
		const {customTools} = read({customTools: {a: {description: 'x', endpoint: 'https://a.example'}}});
		expect(customTools[0]).toMatchObject({
			endpoint: {timeout: Number(defaultOf('endpoint', 'timeout')) * 1000},
			result: {as: defaultOf('custom-tool', 'result')},
		});
	});

	it('names the official registry, and the first of what can be chosen', () => {
		expect(defaultOf('config', 'registry')).toBe(officialRegistry);
		for (const key of ['toolApproval', 'secretStore', 'theme', 'images', 'notify']) {
			const choices = configRows('config').find(row => row.key === key)?.form.enum;
			expect([key, Array.isArray(choices) && choices[0]]).toEqual([key, defaultOf('config', key)]);
		}
	});
});
