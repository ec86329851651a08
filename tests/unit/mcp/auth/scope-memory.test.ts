import {describe, expect, it} from 'vitest';
import {createScopeMemory} from '../../../../source/core/mcp/auth/scope-memory.ts';

const server = {url: 'https://a.example', issuer: 'https://a.example'};
const metadata = {
	issuer: 'https://a.example',
	authorization_endpoint: 'https://a.example/authorize',
	token_endpoint: 'https://a.example/token',
	response_types_supported: ['code'],
	scopes_supported: ['offline_access'],
};

describe('the scopes to ask for', () => {
	it('are those of the challenge before those that the server knows of', () => {
		const memory = createScopeMemory({type: 'oauth', grant: 'authorization-code'});
		expect(memory.wanted({...server, scopesSupported: 'a b'})).toBe('a b');
		memory.asked('b');
		expect(memory.wanted({...server, scopesSupported: 'a b'})).toBe('b');
	});

	it('are none where nobody names any', () => {
		const memory = createScopeMemory({type: 'oauth', grant: 'authorization-code'});
		expect(memory.wanted({...server, metadata})).toBeUndefined();
	});

	it('begin with those of the configuration', () => {
		const memory = createScopeMemory({type: 'oauth', grant: 'authorization-code', scopes: ['x', 'y']});
		memory.asked('y z');
		expect(memory.wanted({...server, scopesSupported: 'a'})).toBe('x y z');
	});

	it('let a person stay signed in where the server offers it', () => {
		const memory = createScopeMemory({type: 'oauth', grant: 'authorization-code', scopes: ['x']});
		expect(memory.wanted({...server, metadata})).toBe('x offline_access');
		const machine = createScopeMemory({type: 'oauth', grant: 'client-credentials', scopes: ['x']});
		expect(machine.wanted({...server, metadata})).toBe('x');
	});

	it('are not asked for a third time in vain, while others still are', () => {
		const memory = createScopeMemory({type: 'oauth', grant: 'authorization-code'});
		expect(memory.fellShort('a', 'b')).toBe('a b');
		memory.reauthorized();
		expect(memory.fellShort('a', 'b')).toBe('a b');
		memory.reauthorized();
		expect(memory.fellShort('a', 'b')).toBeUndefined();
		expect(memory.fellShort('a', 'c')).toBe('a b c');
	});

	it('are given up after ten new tokens, whatever they are called', () => {
		const memory = createScopeMemory({type: 'oauth', grant: 'client-credentials'});
		for (let count = 0; count < 10; count += 1) {
			expect(memory.fellShort('a', `s${count}`)).toBeDefined();
			memory.reauthorized();
		}
		expect(memory.fellShort('a', 'another')).toBeUndefined();
	});

	it('do not grow without end, and no name is cut', () => {
		const memory = createScopeMemory({type: 'oauth', grant: 'client-credentials'});
		const names = Array.from({length: 9}, (_, count) => `${count}${'z'.repeat(999)}`);
		for (const name of names) memory.fellShort('a', name);
		const wanted = memory.wanted(server)?.split(' ') ?? [];
		expect(wanted).toEqual(['a', ...names.slice(0, 3)]);
		const fresh = createScopeMemory({type: 'oauth', grant: 'client-credentials'});
		expect(fresh.wanted({...server, scopesSupported: 'q'.repeat(5000)})).toBeUndefined();
	});
});
