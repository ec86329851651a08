import type {DOMElement} from 'ink';
import {createElement, useInsertionEffect, useLayoutEffect, useRef} from 'react';
import type {PrintedBlock} from '../transcript/printer.ts';
import {Lines} from './lines.tsx';

/** As Yoga counts them. */
const display = {shown: 0, none: 1} as const;

/**
 * Prints blocks above the frame, for good: the element behind Ink's `<Static>`. That one counts what it has
 * printed by its place in a list that must never get shorter; here a block that was printed is let go. Ink
 * draws at once whenever this element is updated, so it is updated with every frame.
 *
 * Ink prints what is in it whenever it draws, so it is hidden as soon as that was done: to take the blocks out would be
 * a second frame for each that prints something.
 */
export const PrintedBlocks = ({blocks}: {readonly blocks: readonly PrintedBlock[]}) => {
	const element = useRef<DOMElement>(null);
	const printed = useRef<readonly PrintedBlock[]>(undefined);
	const show = (isShown: boolean): void =>
		element.current?.yogaNode?.setDisplay(isShown ? display.shown : display.none);
	// Ink draws between insertion and layout effects.
	useInsertionEffect(() => show(blocks.length > 0 && blocks !== printed.current));
	useLayoutEffect(() => {
		printed.current = blocks;
		show(false);
	});
	return createElement(
		'ink-box',
		{ref: element, internal_static: true, style: {position: 'absolute', flexDirection: 'column'}},
		blocks.map(({id, lines}) => <Lines key={id} lines={lines} />),
	);
};
