-- stops: budget 3
::again::
goto again
