// Where things are on the screen. Ink asks Yoga, which knows all of flexbox and is WebAssembly; but all that this
// program gives to Ink are texts, one below the other, that are laid out already. To find their places takes what is
// here. A style that needs more than that has no function here, and so fails when it is first drawn.

const displayNone = 1;
const columnDirection = 0;
const positionAbsolute = 2;
const measureMode = {undefined: 0, exactly: 1, atMost: 2};

const nothing = () => undefined;

/** Ink's texts and boxes say this of themselves by default. It means nothing where no room is given away. */
const ignored = {setFlexGrow: nothing, setFlexShrink: nothing, setFlexWrap: nothing};

const createNode = () => {
	const children = [];
	const layout = {left: 0, top: 0, width: 0, height: 0};
	let measure;
	let measured;
	let width;
	let display = 0;
	let direction = columnDirection;
	let position = 0;

	const place = (left, top) => {
		layout.left = left;
		layout.top = top;
	};
	/** How large the text is. It is measured again when it has changed, or the room for it. */
	const measureIn = (room, mode) => {
		if (measured?.room !== room || measured.mode !== mode)
			measured = {room, mode, size: measure(room, mode, Number.NaN, measureMode.undefined)};
		return measured.size;
	};
	/** Gives the node the size that it takes in `room` columns, all of which it fills if `isFilled`. */
	const layOut = (room, isFilled) => {
		if (measure !== undefined) {
			const size = measureIn(room, isFilled ? measureMode.exactly : measureMode.atMost);
			layout.width = isFilled ? room : Math.min(size.width, room);
			layout.height = size.height;
			return;
		}
		if (direction !== columnDirection && children.length > 0) throw new Error('only columns can be laid out');
		let widest = 0;
		let bottom = 0;
		for (const child of children) {
			if (child.isAbsolute() || child.getDisplay() === displayNone) continue;
			child.layOut(room, isFilled);
			child.place(0, bottom);
			widest = Math.max(widest, child.getComputedWidth());
			bottom += child.getComputedHeight();
		}
		layout.width = isFilled ? room : widest;
		layout.height = bottom;
		for (const child of children) {
			if (!isFilled) child.stretch(widest);
			if (!child.isAbsolute() || child.getDisplay() === displayNone) continue;
			child.layOut(layout.width, false);
			child.place(0, 0);
		}
	};
	/** Makes a node and all below it as wide as the widest beside it. */
	const stretch = columns => {
		layout.width = columns;
		for (const child of children) child.stretch(columns);
	};

	return {
		...ignored,
		layOut,
		place,
		stretch,
		isAbsolute: () => position === positionAbsolute,
		setMeasureFunc(next) {
			measure = next;
			measured = undefined;
		},
		unsetMeasureFunc() {
			measure = undefined;
		},
		markDirty() {
			measured = undefined;
		},
		insertChild(child, index) {
			children.splice(index, 0, child);
		},
		removeChild(child) {
			const index = children.indexOf(child);
			if (index !== -1) children.splice(index, 1);
		},
		getChildCount: () => children.length,
		setDisplay(next) {
			display = next;
		},
		getDisplay: () => display,
		setFlexDirection(next) {
			direction = next;
		},
		setPositionType(next) {
			position = next;
		},
		setWidth(next) {
			width = next;
		},
		calculateLayout() {
			layOut(width, true);
		},
		getComputedLeft: () => layout.left,
		getComputedTop: () => layout.top,
		getComputedWidth: () => layout.width,
		getComputedHeight: () => layout.height,
		getComputedPadding: () => 0,
		getComputedBorder: () => 0,
		getComputedMargin: () => 0,
		free: nothing,
		freeRecursive: nothing,
	};
};

export const Node = {create: createNode};
