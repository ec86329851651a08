import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {findIntent} from '../../source/ui/input/keymap.ts';
import {renderChat} from './render-chat.tsx';

let chat: ReturnType<typeof renderChat>;
beforeEach(async () => {
	chat = renderChat();
	await chat.shows('message, or /');
});
afterEach(() => {
	chat.close();
});

// What terminals send: first the classic form, then that of the kitty keyboard protocol.
const table: readonly (readonly [name: string, ...bytes: readonly string[]])[] = [
	['enter', '\r', '\u001b[13u'],
	['ctrl+j', '\n', '\u001b[106;5u'],
	['alt+enter', '\u001b\r', '\u001b[13;3u'],
	['shift+enter', '\u001b[13;2u'],
	['esc', '\u001b[27u'],
	['ctrl+c', '\u0003', '\u001b[99;5u'],
	['ctrl+d', '\u0004', '\u001b[100;5u'],
	['shift+tab', '\u001b[Z', '\u001b[9;2u'],
	['tab', '\t', '\u001b[9u'],
	['?', '?'],
	['up', '\u001b[A', '\u001bOA'],
	['down', '\u001b[B', '\u001bOB'],
	['left', '\u001b[D', '\u001bOD'],
	['right', '\u001b[C', '\u001bOC'],
	['home', '\u001b[H', '\u001bOH', '\u001b[1~'],
	['end', '\u001b[F', '\u001bOF', '\u001b[4~'],
	['backspace', '\u007f', '\b', '\u001b[127u'],
	['delete', '\u001b[3~'],
	['ctrl+left', '\u001b[1;5D'],
	['ctrl+right', '\u001b[1;5C'],
	['alt+left', '\u001b[1;3D'],
	['alt+right', '\u001b[1;3C'],
	['alt+b', '\u001bb', '\u001b[98;3u'],
	['alt+f', '\u001bf', '\u001b[102;3u'],
	['alt+backspace', '\u001b\u007f', '\u001b[127;3u'],
	['ctrl+a', '\u0001', '\u001b[97;5u'],
	['ctrl+e', '\u0005', '\u001b[101;5u'],
	['ctrl+b', '\u0002'],
	['ctrl+f', '\u0006'],
	['ctrl+w', '\u0017', '\u001b[119;5u'],
	['ctrl+u', '\u0015', '\u001b[117;5u'],
	['ctrl+k', '\u000b', '\u001b[107;5u'],
];

describe('the bytes of a terminal', () => {
	for (const [name, ...forms] of table) {
		for (const bytes of forms) {
			it(`${JSON.stringify(bytes)} are the key ${name}`, async () => {
				chat.send(bytes);
				await chat.until(() => chat.names.length > 0);
				expect(chat.names).toEqual([name]);
				expect(findIntent('prompt', name)).toBeDefined();
			});
		}
	}

	it('of a lone escape are the key esc, once it is clear that nothing follows', async () => {
		chat.send('\u001b');
		await chat.until(() => chat.names.length > 0);
		expect(chat.names).toEqual(['esc']);
	});

	it.each([
		['two escapes', '\u001b\u001b', ['esc', 'esc']],
		['three escapes', '\u001b\u001b\u001b', ['esc', 'esc', 'esc']],
		['two escapes and a letter', '\u001b\u001bx', ['esc', 'esc', 'x']],
		['a letter with alt between two escapes', '\u001b[27u\u001bb\u001b', ['esc', 'alt+b', 'esc']],
		['an arrow with alt, as some terminals send it', '\u001b\u001b[D', ['alt+left']],
	])('of %s are every one of them, although they are read together', async (_, bytes, names) => {
		chat.send(bytes);
		await chat.until(() => chat.names.length >= names.length);
		expect(chat.names).toEqual(names);
	});

	it('of two escapes that are read together open the list to go back', async () => {
		chat.fake.isIdle = true;
		chat.fake.emit(
			{type: 'message-accepted', turnId: 't', messageId: 'm', text: 'said before'},
			{type: 'turn-finished', turnId: 't'},
		);
		chat.send('\u001b\u001b');
		await chat.shows('go back to before a message');
	});

	it('of a key that was let go are no key', async () => {
		chat.send('\u001b[97;1:3u');
		chat.send('b');
		await chat.until(() => chat.names.length > 0);
		expect(chat.names).toEqual(['b']);
	});

	it('of unknown sequences type nothing', async () => {
		for (const bytes of ['\u001b[99~', '\u001b[24;7~', '\u001b[?62;4c', '\u001b[12;40R']) {
			chat.send(bytes);
		}
		chat.send('x');
		await chat.until(() => chat.draft().endsWith('x'));
		expect(chat.draft()).toBe('x');
	});
});
