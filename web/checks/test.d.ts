declare var fakeWindow: EventTarget;
