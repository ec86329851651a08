import {render} from 'ink-testing-library';
import {expect, it} from 'vitest';
import {Lines} from '../../source/ui/screens/lines.tsx';

const show = (lines: readonly string[]) => render(<Lines lines={lines} />).lastFrame();

it('shows lines as they are, with their styles and the empty ones among them', () => {
	const lines = ['', '\u001B[1mbold\u001B[22m and not', '', '  日本語 👩‍👩‍👧 ü', 'end'];
	expect(show(lines)).toBe(lines.join('\n'));
});

it('breaks no line that is wider than the window', () => {
	const address = `https://example.org/${'x'.repeat(300)}`;
	expect(show(['open this:', address])).toBe(`open this:\n${address}`);
});

it('shows other lines when they change, though there are as many', () => {
	const {rerender, lastFrame} = render(<Lines lines={['one', 'two']} />);
	rerender(<Lines lines={['one', 'three']} />);
	expect(lastFrame()).toBe('one\nthree');
});
