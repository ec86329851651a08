import {describe, expect, it} from 'vitest';
import {isOwnResource} from '../../../../source/core/mcp/auth/resource-metadata.ts';

const root = new URL('https://a.example/.well-known/oauth-protected-resource');
const below = new URL('https://a.example/.well-known/oauth-protected-resource/team/mcp');
const server = new URL('https://a.example/team/mcp?key=1');

describe('the resource that tokens are for', () => {
	it.each(['https://a.example/team/mcp', 'https://a.example/team/mcp/', 'https://a.example/team/mcp?key=1'])(
		'may be the server itself: %s',
		resource => {
			expect(isOwnResource(resource, server, below)).toBe(true);
		},
	);

	it.each([
		'https://a.example/team',
		'https://a.example/team/mcp/more',
		'https://a.example/team/other',
		'https://a.example/team/mcp?key=2',
		'https://a.example/team/mcp#x',
		'https://me@a.example/team/mcp',
		'https://b.example/team/mcp',
		'http://a.example/team/mcp',
		'https://a.example:8443/team/mcp',
		'nonsense',
	])('may not be %s', resource => {
		expect(isOwnResource(resource, server, root)).toBe(false);
	});

	it('may be the whole origin only where the origin itself says so', () => {
		expect(isOwnResource('https://a.example', server, root)).toBe(true);
		expect(isOwnResource('https://a.example/', server, below)).toBe(false);
		expect(isOwnResource('https://a.example', server, undefined)).toBe(false);
		const elsewhere = new URL('https://b.example/.well-known/oauth-protected-resource');
		expect(isOwnResource('https://a.example', server, elsewhere)).toBe(false);
	});
});
