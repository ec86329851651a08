import {expect, it} from 'vitest';
import {chooseImageWay} from '../../../../source/ui/images/image-way.ts';

const usual = {TERM: 'xterm-256color'};
const table: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
	[usual, 'blocks'],
	[{TERM: 'xterm'}, 'none'],
	[{TERM: 'dumb', KITTY_WINDOW_ID: '1'}, 'none'],
	[{...usual, NO_COLOR: '1', TERM_PROGRAM: 'iTerm.app'}, 'none'],
	[{TERM: 'xterm-kitty'}, 'kitty'],
	[{TERM: 'xterm-ghostty'}, 'kitty'],
	[{...usual, TERM_PROGRAM: 'ghostty'}, 'kitty'],
	[{...usual, KITTY_WINDOW_ID: '3'}, 'kitty'],
	[{...usual, KITTY_WINDOW_ID: '3', TERM_PROGRAM: 'vscode'}, 'blocks'],
	[{...usual, TERM_PROGRAM: 'iTerm.app'}, 'iterm2'],
	[{...usual, LC_TERMINAL: 'iTerm2'}, 'iterm2'],
	[{...usual, TERM_PROGRAM: 'WezTerm'}, 'iterm2'],
	[{TERM: 'foot', COLORTERM: 'truecolor'}, 'sixel'],
	[{TERM: 'mlterm-256color'}, 'sixel'],
	[{...usual, WT_SESSION: 'x'}, 'blocks'],
	[{TERM: 'tmux-256color', TMUX: '/tmp/x', KITTY_WINDOW_ID: '1'}, 'blocks'],
	[{TERM: 'screen-256color', STY: '1.x', TERM_PROGRAM: 'iTerm.app'}, 'blocks'],
];

it.each(table)('takes from %o that images are shown as %s', (env, way) => {
	expect(chooseImageWay({look: {}, env, isAscii: false})).toBe(way);
});

it('does as the user says, where there is colour and somebody who sees it', () => {
	const way = (look: object, env = usual, isAscii = false) => chooseImageWay({look, env, isAscii});
	expect(way({images: 'kitty'})).toBe('kitty');
	expect(way({images: 'none'}, {TERM: 'xterm-kitty'})).toBe('none');
	expect(way({images: 'kitty', screenReader: true})).toBe('none');
	expect(way({images: 'kitty'}, {TERM: 'dumb'})).toBe('none');
	expect(way({images: 'blocks'}, usual, true)).toBe('none');
	expect(way({}, usual, true)).toBe('none');
});
