import {Text} from 'ink';
import {render} from 'ink-testing-library';
import {expect, it} from 'vitest';
import {PrintedBlocks} from '../../source/ui/screens/printed-blocks.tsx';
import type {PrintedBlock} from '../../source/ui/transcript/printer.ts';

const node = (blocks: readonly PrintedBlock[], frame: string) => (
	<>
		<PrintedBlocks blocks={blocks} />
		<Text>{frame}</Text>
	</>
);

it('prints a block once, however often it is drawn', () => {
	const blocks = [{id: '1', lines: ['first', 'second']}];
	const {rerender, lastFrame} = render(node(blocks, 'frame'));
	rerender(node(blocks, 'frame'));
	rerender(node(blocks, 'other frame'));
	rerender(node([], 'last frame'));
	// In this mode Ink writes all that was printed, and the frame, each time.
	expect(lastFrame()).toBe('first\nsecond\nlast frame');
});

it('prints what comes later below it, also after frames that print nothing', () => {
	const {rerender, lastFrame} = render(node([], 'frame'));
	rerender(node([{id: '1', lines: ['first']}], 'frame'));
	rerender(node([{id: '2', lines: ['second']}], 'frame'));
	rerender(node([], 'frame'));
	rerender(node([{id: '3', lines: ['third']}], 'frame'));
	expect(lastFrame()).toBe('first\nsecond\nthird\nframe');
});
